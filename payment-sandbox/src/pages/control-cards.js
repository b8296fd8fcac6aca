import { element } from './dom.js'
import { grouped, rupiah, wibDateTime } from './numbers.js'

const phaseTexts = {
  open: 'Belum memilih metode',
  pending: 'Menunggu pembayaran',
  paid: 'Dibayar',
  expired: 'Kedaluwarsa',
  canceled: 'Dibatalkan',
  denied: 'Ditolak',
}
const stateTexts = { waiting: 'Menunggu', delivered: 'Terkirim', failed: 'Gagal', dropped: 'Dibuang' }

export function transactionCard({ orderId, token, grossAmount, phase, charge, createdAt }, actions) {
  const id = encodeURIComponent(orderId)
  const isOpen = phase === 'open' || phase === 'pending'
  return card(
    [orderId, badge(phase, phaseTexts[phase]), rupiah(grossAmount)],
    charge ? chargeText(charge) : '',
    `Dibuat ${wibDateTime(createdAt, 'id')}`,
    element(
      'p',
      { className: 'actions' },
      isOpen && act(`pay-${orderId}`, 'Bayar', orderId, () => actions.pay(id)),
      phase !== 'paid' && !isOpen && act(`force-${orderId}`, 'Bayar terlambat', orderId, () => actions.force(id)),
      element('a', { href: `/snap/v4/redirection/${token}`, target: '_blank', rel: 'noopener' }, 'Halaman pembayaran'),
    ),
  )
}

export function notificationCard({ id, orderId, transactionStatus, url, body, state, attempts }, actions) {
  const last = attempts.at(-1)
  const tries = attempts.map(({ at, httpStatus, answer, tookMs }) =>
    element('li', {}, `${wibDateTime(at, 'id')}: ${httpStatus ?? 'tanpa jawaban'} (${tookMs} ms) ${answer}`),
  )
  return card(
    [orderId, badge(state, stateTexts[state]), transactionStatus],
    `${url}${last ? `: ${last.httpStatus ?? last.answer}` : ''}`,
    element(
      'details',
      { id: `details-${id}` },
      element('summary', {}, 'Isi dan jawaban'),
      element('pre', { tabIndex: 0 }, JSON.stringify(JSON.parse(body), null, 2)),
      element('ol', {}, tries),
    ),
    element(
      'p',
      { className: 'actions' },
      act(`resend-${id}`, 'Kirim ulang', orderId, () => actions.resend(id)),
    ),
  )
}

function chargeText({ method, vaNumber, billKey, paymentCode }) {
  const number = vaNumber ?? billKey ?? paymentCode
  return number ? `${method}: ${grouped(number)}` : method
}

function card(title, ...lines) {
  const [name, state, figure] = title
  return element(
    'article',
    {},
    element('h3', {}, name, ' ', state, element('span', { className: 'figure' }, figure)),
    lines.filter(Boolean).map((line) => (typeof line === 'string' ? element('p', {}, line) : line)),
  )
}

function badge(kind, text) {
  return element('span', { className: `badge ${kind}` }, text)
}

function act(id, caption, about, onclick) {
  return element('button', { type: 'button', id, 'aria-label': `${caption} ${about}`, onclick }, caption)
}
