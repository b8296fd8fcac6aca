import { element } from './dom.js'

/** A button that copies `text` and reports it, to screen readers too. */
export function copyButton({ text, label, texts }) {
  const caption = element('span', {}, texts.copy)
  const announcement = element('span', { className: 'visually-hidden', role: 'status' })
  const button = element('button', { type: 'button', className: 'copy', 'aria-label': label, onclick: copy }, caption)
  return element('span', { className: 'copying' }, button, announcement)

  async function copy() {
    if (!(await copied(text, button))) return
    caption.textContent = texts.copied
    announcement.textContent = texts.copied
    setTimeout(() => {
      caption.textContent = texts.copy
      announcement.textContent = ''
    }, 2000)
  }
}

async function copied(text, button) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = element('textarea', { value: text, className: 'visually-hidden' }) // the clipboard API needs https
    button.after(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    button.focus()
    return done
  }
}
