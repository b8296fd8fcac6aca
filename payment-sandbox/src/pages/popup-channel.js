/** In the popup's frame: receives the token from the merchant page's snap.js, and reports the outcome. */
export function connectToMerchantPage(page) {
  const query = new URLSearchParams(location.search)
  const merchantOrigin = query.get('origin_host') ?? ''
  const clientKey = query.get('client_key') ?? ''
  if (!URL.canParse(merchantOrigin)) return // opened directly, outside a merchant's page

  const post = (message) => window.parent.postMessage({ from: 'snap-page', ...message }, merchantOrigin)
  const finish = (callback, result) => post({ type: 'finish', callback, result })

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== merchantOrigin || source !== window.parent || data?.from !== 'snap.js') return
    if (data.type === 'load') page.load({ kind: 'popup', finish })
    if (data.type === 'hide') page.clear()
    if (data.type === 'escape') page.dismiss()
    if (data.type === 'open') {
      const kind = data.embedded ? 'embed' : 'popup'
      page.open({ kind, token: String(data.token ?? ''), options: data.options, clientKey, finish })
    }
  })

  post({ type: 'ready' })
}
