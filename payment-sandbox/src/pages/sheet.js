import { element } from './dom.js'

/** The frame around every screen: the simulation notice, the title, and in the popup an X. */
export function sheet({ kind, texts, onClose, content }) {
  const close =
    onClose &&
    element('button', {
      type: 'button',
      className: 'close',
      'aria-label': texts.close,
      title: texts.close,
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
    element('p', { className: 'simulation' }, texts.simulation),
    element('header', {}, element('h1', { id: 'title', tabIndex: -1 }, texts.title), close),
    element('div', { className: 'content' }, content),
  )
  return element('div', { className: `stage ${kind}` }, box)
}
