import { element } from './dom.js'
import { grouped, rupiah, wibDateTime } from './numbers.js'

const phaseTexts = {
  open: 'Belum memilih cara bayar',
  pending: 'Menunggu pembayaran',
  paid: 'Dibayar',
  expired: 'Kedaluwarsa',
  canceled: 'Dibatalkan',
  denied: 'Ditolak',
}
const stateTexts = { waiting: 'Menunggu', delivered: 'Terkirim', failed: 'Gagal', dropped: 'Dibuang' }

export function transactionCard({ orderId, token, grossAmount, phase, charge, createdAt }, actions) {
  return card(
    [orderId, badge(phase, phaseTexts[phase]), rupiah(grossAmount)],
    charge ? chargeText(charge) : '',
    `Dibuat ${wibDateTime(createdAt, 'id')}`,
    element(
      'p',
      { className: 'actions' },
      changes(phase, charge).map(([key, caption, path, body]) =>
        act(`${key}-${orderId}`, caption, orderId, () =>
          actions.change(encodeURIComponent(orderId), path, body, `${caption}: ${orderId}`),
        ),
      ),
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

const withdrawable = ['permata_va', 'echannel', 'indomaret']
const refundable = ['other_qris', 'gopay', 'shopeepay']

/** What can happen to a transaction: the key of its button, the caption, the call and its body. */
function changes(phase, charge) {
  const isOpen = phase === 'open' || phase === 'pending'
  const { status, method } = charge ?? {}
  const isPaid = status === 'settlement'
  const possible = [
    isOpen && ['pay', 'Bayar', 'pay', {}],
    phase !== 'paid' && !isOpen && ['force', 'Bayar terlambat', 'pay', { force: true }],
    status === 'pending' && ['expire', 'Habiskan waktu', 'expire', {}],
    status === 'pending' && ['deny', 'Tolak', 'deny', {}],
    isPaid && withdrawable.includes(method) && ['reverse', 'Tarik kembali', 'reverse', {}],
    (isPaid || status === 'partial_refund') && refundable.includes(method) && ['refund', 'Refund', 'refund', {}],
    (isPaid || status === 'partial_refund') && ['chargeback', 'Chargeback', 'chargeback', {}],
  ]
  return possible.filter(Boolean)
}

function chargeText({ method, status, vaNumber, billKey, paymentCode }) {
  const number = vaNumber ?? billKey ?? paymentCode
  return `${number ? `${method}: ${grouped(number)}` : method} (${status})`
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
