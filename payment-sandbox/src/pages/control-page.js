import { callControl } from './control-api.js'
import { notificationCard, transactionCard } from './control-cards.js'
import { switchField } from './control-switches.js'
import { wibDateTime } from './numbers.js'

const refreshMs = 3_000
const byId = (id) => document.getElementById(id)
let shownTransactions = ''
let shownNotifications = ''

for (const button of document.querySelectorAll('[data-advance]')) {
  button.addEventListener('click', () =>
    act('Jam dimajukan', () => callControl('POST', 'clock', { advanceSeconds: Number(button.dataset.advance) })),
  )
}
const { error } = await callControl('GET', 'clock')
if (error) byId('said').textContent = 'Buka alamat halaman ini seperti yang dicetak server saat dinyalakan.'
else {
  await showSwitches()
  await refresh()
  setInterval(refresh, refreshMs)
}

async function act(said, work) {
  const answer = await work()
  byId('said').textContent = answer.error ? `Gagal: ${answer.error}` : said
  await refresh()
}

async function refresh() {
  const [{ transactions }, { notifications }, clock] = await Promise.all(
    ['transactions', 'notifications', 'clock'].map((path) => callControl('GET', path)),
  )
  byId('clock').textContent = wibDateTime(clock.now, 'id')
  const actions = {
    change: (id, path, body, said) => act(said, () => callControl('POST', `transactions/${id}/${path}`, body)),
    resend: (id) => act('Dikirim ulang', () => callControl('POST', `notifications/${id}/resend`, {})),
  }
  if (JSON.stringify(transactions) !== shownTransactions) {
    shownTransactions = JSON.stringify(transactions)
    fill('transactions', transactions, (each) => transactionCard(each, actions), 'Belum ada transaksi.')
  }
  if (JSON.stringify(notifications) !== shownNotifications) {
    shownNotifications = JSON.stringify(notifications)
    fill('notifications', notifications, (each) => notificationCard(each, actions), 'Belum ada webhook.')
  }
}

/** Replaces a list; open details stay open and the focus stays in place. */
function fill(id, records, card, whenEmpty) {
  const list = byId(id)
  const open = new Set([...list.querySelectorAll('details[open]')].map((details) => details.id))
  const focused = list.contains(document.activeElement) ? document.activeElement.id : ''
  list.replaceChildren(...(records.length > 0 ? records.map(card) : [whenEmpty]))
  for (const details of list.querySelectorAll('details')) details.open = open.has(details.id)
  if (focused) byId(focused)?.focus()
}

async function showSwitches() {
  const [values, choices] = await Promise.all([callControl('GET', 'switches'), callControl('GET', 'switches/choices')])
  const change = (name, value) => act('Sakelar diubah', () => callControl('PATCH', 'switches', { [name]: value }))
  const fields = Object.entries(choices).map(([name, choice]) => switchField(name, values[name], choice, change))
  byId('switches').replaceChildren(...fields)
}
