// On the merchant's page: window.snap, a frame of the sandbox's origin, and messages between the two.
;(() => {
  const { src, dataset } = document.currentScript
  const { origin: snapOrigin } = new URL(src)
  const { clientKey = '' } = dataset
  if (!clientKey) console.error('snap.js: data-client-key is missing on the script tag')
  let close

  window.snap = {
    pay(token, options = {}) {
      if (close) {
        throw new Error(
          'snap.pay is not allowed to be called in this state. Invalid state transition from PopupInView to PopupInView',
        )
      }
      close = showPopup(token, options)
    },
    hide: () => close?.(),
  }

  /** @returns what closes it */
  function showPopup(token, options) {
    const frame = makeFrame(token)
    const listening = new AbortController()
    const { signal } = listening
    const focusBefore = document.activeElement
    const behind = [...document.body.children].filter(({ inert }) => !inert)
    for (const element of behind) element.inert = true
    document.body.append(frame)
    frame.focus()

    const leave = () => {
      close = undefined
      listening.abort()
      frame.remove()
      for (const element of behind) element.inert = false
      focusBefore?.focus()
    }
    const receive = ({ origin, source, data }) => {
      if (origin !== snapOrigin || source !== frame.contentWindow || data?.from !== 'snap-page') return
      leave()
      options[data.callback]?.(data.result)
    }
    const pressed = ({ key }) => key === 'Escape' && frame.contentWindow.postMessage('escape', snapOrigin)
    addEventListener('message', receive, { signal })
    addEventListener('keydown', pressed, { signal })
    return leave
  }

  function makeFrame(token) {
    const frame = document.createElement('iframe')
    const query = new URLSearchParams({ origin_host: location.origin, client_key: clientKey })
    Object.assign(frame, {
      id: 'snap-midtrans',
      name: `popup_${Date.now()}`,
      title: 'Pembayaran',
      allow: 'clipboard-write',
      src: `${snapOrigin}/snap/v4/popup/${encodeURIComponent(token)}?${query}`,
    })
    Object.assign(frame.style, {
      ...{ position: 'fixed', inset: '0', width: '100%', height: '100%', zIndex: '999999' },
      ...{ border: '0', background: 'rgb(30 21 17 / 60%)', colorScheme: 'light' },
    })
    return frame
  }
})()
