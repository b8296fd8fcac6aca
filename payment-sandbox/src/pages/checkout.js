// The payment page. Its form is sent by fetch, so that a popup adds nothing to the history of the merchant's page.
const watchMs = 2_000
/** From this width on GoPay and ShopeePay show a QR: their apps are on a phone. */
const wideScreen = matchMedia('(min-width: 560px)')
/** The page under the popup. */
const merchantOrigin = new URLSearchParams(location.search).get('origin_host')
let sheet = document.querySelector('.sheet')
let calls = 0

/** Shows the page's answer to these fields, if it is another state and no later call was made. */
async function send(fields) {
  calls += 1
  const call = calls
  const response = await fetch(location.href, { method: 'POST', body: new URLSearchParams(fields) })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const answer = page.querySelector('.sheet')
  if (call !== calls || answer.dataset.state === sheet.dataset.state) return
  sheet.replaceWith(answer)
  sheet = answer
  begin()
  sheet.querySelector('h2').focus()
}

function begin() {
  const countdown = sheet.querySelector('[data-seconds]')
  const endsAt = performance.now() + countdown?.dataset.seconds * 1_000
  const tick = () => {
    countdown.textContent = clockText(Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000)))
    if (countdown.isConnected) setTimeout(tick, 1_000)
  }
  if (countdown) tick()
  const next = sheet.querySelector('[data-click-after]')
  if (next) setTimeout(() => next.isConnected && next.click(), next.dataset.clickAfter)
}

/** `23:59:58`; there may be more than 24 hours. */
function clockText(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

addEventListener('submit', async (event) => {
  event.preventDefault()
  const { submitter } = event
  submitter.disabled = true
  try {
    await send({ [submitter.name]: submitter.value, qr: wideScreen.matches })
  } catch {
    sheet.querySelector('[role=alert]').hidden = false
  }
  submitter.disabled = false
})

addEventListener('click', async ({ target }) => {
  const { outcome, copy } = target.dataset
  if (outcome) parent.postMessage({ from: 'snap-page', ...JSON.parse(outcome) }, merchantOrigin)
  if (!copy) return
  await navigator.clipboard.writeText(copy)
  target.textContent = 'Tersalin'
  setTimeout(() => {
    target.textContent = 'Salin'
  }, 2_000)
})

const dismiss = () => sheet.querySelector('.close')?.click()
addEventListener('keydown', ({ key }) => key === 'Escape' && dismiss())
addEventListener('message', ({ origin, data }) => origin === merchantOrigin && data === 'escape' && dismiss())

setInterval(() => {
  if (sheet.matches('[data-watched]:not(:has(:disabled))')) send({}).catch(() => {}) // a failure of one look is not shown
}, watchMs)
document.documentElement.classList.toggle('can-copy', 'clipboard' in navigator) // it needs https
if (merchantOrigin) sheet.querySelector('h2').focus()
begin()
