import { element } from './dom.js'

/** The frame around every screen: the warning, the title, and in the popup an X. */
export function sheet({ kind, words, onClose, content }) {
  const close =
    onClose &&
    element('button', {
      type: 'button',
      className: 'close',
      'aria-label': words.close,
      title: words.close,
      onclick: onClose,
    })
  const isPopup = kind === 'popup'
  const roles = isPopup ? { role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'title' } : {}
  const box = element(
    isPopup ? 'div' : 'main',
    {
      className: 'sheet',
      ...roles,
      onkeydown: (event) => {
        if (event.key === 'Escape') onClose?.()
      },
    },
    element('p', { className: 'simulation' }, words.simulation),
    element('header', {}, element('h1', { id: 'title', tabIndex: -1 }, words.title), close),
    element('div', { className: 'content' }, content),
  )
  return element('div', { className: `stage ${kind}` }, box)
}
