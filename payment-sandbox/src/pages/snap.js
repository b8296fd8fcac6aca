// On the merchant's page: window.snap, a frame of the sandbox's origin, and messages between the two.
;(() => {
  const script = document.currentScript ?? document.querySelector('script[src*="/snap/snap.js"]')
  const snapOrigin = new URL(script.src).origin
  const clientKey = script.dataset.clientKey ?? ''
  if (!clientKey) console.error('snap.js: data-client-key is missing on the script tag')

  let state = 'Initialized'
  let options = {}
  let embedded
  let focusBefore
  const popup = makeFrame('snap-midtrans')
  hide(popup.element)
  whenBodyExists(() => document.body.append(popup.element))

  window.snap = {
    pay(token, given) {
      enter('pay', 'PopupInView', ['Initialized', 'PopupLoading'])
      options = given ?? {}
      showPopup()
      popup.send({ type: 'open', token, options: sendable(options) })
    },
    show() {
      enter('show', 'PopupLoading', ['Initialized'])
      options = {}
      showPopup()
      popup.send({ type: 'load' })
    },
    hide() {
      leave()
    },
    embed(token, given) {
      const container = document.getElementById(given?.embedId ?? '')
      if (!container) throw new Error('snap.embed: there is no element with the id given as embedId')
      enter('embed', 'EmbedInView', ['Initialized'])
      options = given
      embedded = makeFrame('snap-midtrans-embed')
      Object.assign(embedded.element.style, { width: '100%', height: '100%', minWidth: '320px', minHeight: '560px' })
      container.append(embedded.element)
      embedded.send({ type: 'open', token, options: sendable(options), embedded: true })
    },
  }

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== snapOrigin || data?.from !== 'snap-page') return
    const frame = [popup, embedded].find((each) => each && each.element.contentWindow === source)
    if (!frame) return
    if (data.type === 'ready') frame.ready()
    if (data.type === 'finish' && state !== 'Initialized') {
      const callback = options[data.callback]
      leave()
      if (typeof callback === 'function') callback(...(data.callback === 'onClose' ? [] : [data.result]))
    }
  })

  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && state === 'PopupInView') popup.send({ type: 'escape' })
  })

  function enter(name, next, allowedFrom) {
    if (!allowedFrom.includes(state)) {
      throw new Error(
        `snap.${name} is not allowed to be called in this state. Invalid state transition from ${state} to ${next}`,
      )
    }
    state = next
  }

  function showPopup() {
    if (focusBefore) return // snap.show has already shown it
    focusBefore = document.activeElement ?? document.body
    for (const sibling of document.body.children) {
      if (sibling === popup.element || sibling.inert) continue
      sibling.inert = true
      sibling.dataset.snapInert = ''
    }
    popup.element.style.display = 'block'
    popup.element.focus()
  }

  function leave() {
    state = 'Initialized'
    embedded?.element.remove()
    embedded = undefined
    if (!focusBefore) return
    hide(popup.element)
    popup.send({ type: 'hide' })
    for (const sibling of document.querySelectorAll('[data-snap-inert]')) {
      sibling.inert = false
      delete sibling.dataset.snapInert
    }
    focusBefore.focus?.()
    focusBefore = undefined
  }

  function makeFrame(id) {
    const element = document.createElement('iframe')
    const query = new URLSearchParams({ origin_host: location.origin, client_key: clientKey })
    Object.assign(element, {
      id,
      name: `popup_${Date.now()}`,
      title: 'Pembayaran',
      allow: 'clipboard-write',
      src: `${snapOrigin}/snap/v4/popup?${query}#/`,
    })
    Object.assign(element.style, { border: '0', colorScheme: 'light' })
    let waiting = []
    return {
      element,
      ready() {
        const messages = waiting ?? []
        waiting = undefined
        for (const message of messages) this.send(message)
      },
      send(message) {
        if (waiting) waiting.push(message)
        else element.contentWindow?.postMessage({ from: 'snap.js', ...message }, snapOrigin)
      },
    }
  }

  function hide(element) {
    Object.assign(element.style, {
      display: 'none',
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      zIndex: '999999',
    })
  }

  /** The options that the page knows, without functions: they must be sent as a message. */
  function sendable({ language, selectedPaymentType, enabledPayments, autoCloseDelay, uiMode }) {
    return JSON.parse(JSON.stringify({ language, selectedPaymentType, enabledPayments, autoCloseDelay, uiMode }))
  }

  function whenBodyExists(work) {
    if (document.body) work()
    else document.addEventListener('DOMContentLoaded', work, { once: true })
  }
})()
