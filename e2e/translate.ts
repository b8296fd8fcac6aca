/// <reference lib="dom" />
/** Pages that the browser translates: it replaces each text by one in elements of its own. */

/** Runs in the page. Wraps each text in `<font>`, as Chrome's translator does, from the first moment or when React has taken the page over. */
export function translate({ isAtOnce }: { isAtOnce: boolean }): void {
  const untouched = 'font, script, style, noscript, textarea, title'
  function wrap(text: Text): void {
    if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(untouched)) return
    const inner = document.createElement('font')
    inner.textContent = text.data
    const outer = document.createElement('font')
    outer.append(inner)
    text.replaceWith(outer)
  }
  function wrapAll(root: Node): void {
    const found = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    while (found.nextNode()) texts.push(found.currentNode as Text)
    for (const text of texts) wrap(text)
  }
  function start(): void {
    wrapAll(document.body)
    document.documentElement.dataset.translated = ''
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text) wrap(target)
        for (const node of addedNodes) wrapAll(node)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  if (isAtOnce) {
    document.addEventListener('DOMContentLoaded', start)
    return
  }
  const ready = new MutationObserver(() => {
    if (!document.documentElement || !('ready' in document.documentElement.dataset)) return
    ready.disconnect()
    start()
  })
  ready.observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] })
}
