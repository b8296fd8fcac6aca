import { element } from './dom.js'

/** A button that copies `text` and says so, to screen readers too. */
export function copyButton({ text, label, words }) {
  const caption = element('span', {}, words.copy)
  const spoken = element('span', { className: 'unseen', role: 'status' })
  const button = element('button', { type: 'button', className: 'copy', 'aria-label': label, onclick: copy }, caption)
  return element('span', { className: 'copying' }, button, spoken)

  async function copy() {
    if (!(await written(text, button))) return
    caption.textContent = words.copied
    spoken.textContent = words.copied
    setTimeout(() => {
      caption.textContent = words.copy
      spoken.textContent = ''
    }, 2000)
  }
}

async function written(text, near) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = element('textarea', { value: text, className: 'unseen' }) // without https there is no clipboard API
    near.after(field)
    field.select()
    const copied = document.execCommand('copy')
    field.remove()
    near.focus()
    return copied
  }
}
