import { bench } from './bench-api.js'
import { notificationCard, transactionCard } from './bench-cards.js'
import { switchField } from './bench-switches.js'
import { wibDateTime } from './numbers.js'

const REFRESH_MS = 3_000
const place = (id) => document.getElementById(id)
let shownTransactions = ''
let shownNotifications = ''

for (const button of document.querySelectorAll('[data-advance]')) {
  button.addEventListener('click', () =>
    act('Jam dimajukan', () => bench('POST', 'clock', { advanceSeconds: Number(button.dataset.advance) })),
  )
}
await showSwitches()
await refresh()
setInterval(refresh, REFRESH_MS)

async function act(said, work) {
  const answer = await work()
  place('said').textContent = answer.error ? `Gagal: ${answer.error}` : said
  await refresh()
}

async function refresh() {
  const [{ transactions }, { notifications }, clock] = await Promise.all(
    ['transactions', 'notifications', 'clock'].map((path) => bench('GET', path)),
  )
  place('clock').textContent = wibDateTime(clock.now, 'id')
  const deeds = {
    pay: (id) => act('Dibayar', () => bench('POST', `transactions/${id}/pay`, {})),
    force: (id) => act('Dibayar terlambat', () => bench('POST', `transactions/${id}/pay`, { force: true })),
    resend: (id) => act('Dikirim ulang', () => bench('POST', `notifications/${id}/resend`, {})),
  }
  if (JSON.stringify(transactions) !== shownTransactions) {
    shownTransactions = JSON.stringify(transactions)
    fill('transactions', transactions, (each) => transactionCard(each, deeds), 'Belum ada transaksi.')
  }
  if (JSON.stringify(notifications) !== shownNotifications) {
    shownNotifications = JSON.stringify(notifications)
    fill('notifications', notifications, (each) => notificationCard(each, deeds), 'Belum ada webhook.')
  }
}

/** Replaces a list; opened details stay open and the focus stays where it was. */
function fill(id, records, card, whenEmpty) {
  const list = place(id)
  const open = new Set([...list.querySelectorAll('details[open]')].map((details) => details.id))
  const focused = list.contains(document.activeElement) ? document.activeElement.id : ''
  list.replaceChildren(...(records.length > 0 ? records.map(card) : [whenEmpty]))
  for (const details of list.querySelectorAll('details')) details.open = open.has(details.id)
  if (focused) place(focused)?.focus()
}

async function showSwitches() {
  const [values, choices] = await Promise.all([bench('GET', 'switches'), bench('GET', 'switches/choices')])
  const change = (name, value) => act('Sakelar diubah', () => bench('PATCH', 'switches', { [name]: value }))
  const fields = Object.entries(choices).map(([name, choice]) => switchField(name, values[name], choice, change))
  place('switches').replaceChildren(...fields)
}
