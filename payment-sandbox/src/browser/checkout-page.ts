import { paymentGroupLabels, paymentMethodGroups, paymentMethods } from '@camilan/contract/payment-methods'
import { canRetry } from '../payments/charge.ts'
import { offeredMethods } from '../payments/offered-methods.ts'
import { isCharged, type Payment, type Phase, phaseOf } from '../payments/payment.ts'
import type { Sandbox } from '../sandbox.ts'
import { copyButton, paidWith } from './family-part.ts'
import { html, type SafeHtml } from './html.ts'
import { rupiah } from './numbers.ts'
import { simulation } from './page.ts'
import { finishUrl, type Outcome, outcomeOf } from './snap-result.ts'

/** A popup over the merchant's page, or the page of `redirect_url`. */
export type Kind = 'popup' | 'redirect'

/** The payment page as it stands. `isNew`: this request has made the charge. */
export function checkoutPage(sandbox: Sandbox, payment: Payment, kind: Kind, { isNew }: { isNew: boolean }): SafeHtml {
  const phase = phaseOf(payment, sandbox.clock.now())
  const outcome = outcomeOf(sandbox, payment, 'left')
  const leave = (look: Look, afterMs?: number) => leaveButton(kind, look, { outcome, url: finishUrl(payment), afterMs })
  const close = outcomeOf(sandbox, payment, 'dismissed')
  const state = { name: [phase, payment.charge?.transactionId].join(' '), isFinal: phase === 'paid' }
  if (phase === 'open' || phase === 'pending') {
    const part = isCharged(payment)
      ? paidWith(sandbox, payment, { isNew, leave: leave('other') })
      : methodList(sandbox, payment)
    return sheet(kind, state, close, [summary(payment), part])
  }
  const amount = html`<p class="amount">${rupiah(payment.grossAmount)}</p>`
  if (phase === 'paid') return sheet(kind, state, close, notice('paid', amount, leave('main', 2_000)))
  const again = canRetry(sandbox, payment) && methodList(sandbox, payment)
  return sheet(kind, state, close, [notice(phase, leave('other')), again])
}

/** Why a page can't be opened at all, and what the merchant's page is told then. */
const refusals = {
  invalid: { callback: 'onClose' },
  key: refused('401', 'Access denied due to unauthorized transaction, please check client or server key'),
  processed: refused('406', 'transaction has been processed'),
} as const satisfies Record<string, Outcome>

function refused(status_code: string, message: string): Outcome {
  return { callback: 'onError', result: { status_code, status_message: [message] } }
}

export function refusalPage(name: keyof typeof refusals, kind: Kind, payment?: Payment): SafeHtml {
  const outcome = refusals[name]
  const url = payment && finishUrl(payment)
  const canLeave = kind === 'popup' || url !== undefined
  const leave = canLeave && leaveButton(kind, 'main', { outcome, url })
  return sheet(kind, { name, isFinal: true }, outcome, notice(name, leave))
}

interface State {
  /** The page is replaced when it differs. */
  name: string
  isFinal: boolean
}

/** The frame around every screen: the title, and in the popup an X. */
function sheet(kind: Kind, { name, isFinal }: State, onDismiss: Outcome, content: SafeHtml | (SafeHtml | false)[]) {
  const isPopup = kind === 'popup'
  const role = isPopup ? html`role="dialog" aria-modal="true"` : html`role="main"`
  const close = html`<button type="button" class="close" aria-label="Tutup" title="Tutup"
    data-outcome="${JSON.stringify(onDismiss)}">×</button>`
  return html`<div class="stage ${kind}">
    <div class="sheet" ${role} aria-labelledby="title" data-state="${name}" ${isFinal || html`data-watched`}>
      ${simulation}
      <header><h1 id="title">Pembayaran</h1>${isPopup && close}</header>
      <form class="content" method="post">
        ${content}
        <p class="alert-danger" role="alert" hidden>Tidak bisa tersambung. Periksa koneksi internet, lalu coba lagi.</p>
      </form>
    </div>
  </div>`
}

type Look = 'main' | 'other'
interface Leaving {
  outcome: Outcome
  url: string | undefined
  /** The page leaves by itself after this time. */
  afterMs?: number | undefined
}

function leaveButton(kind: Kind, look: Look, { outcome, url, afterMs }: Leaving): SafeHtml {
  const byItself = afterMs !== undefined && html`data-click-after="${afterMs}"`
  return kind === 'redirect'
    ? html`<a class="button ${look}" href="${url}" ${byItself}>Kembali ke toko</a>`
    : html`<button type="button" class="button ${look}" data-outcome="${JSON.stringify(outcome)}" ${byItself}>Kembali ke toko</button>`
}

function summary({ grossAmount, orderId, items }: Payment): SafeHtml {
  const lines = items.map(
    ({ name, price, quantity }) =>
      html`<li class="between"><span>${quantity === 1 ? name : `${name} × ${quantity}`}</span> <span>${rupiah(price * quantity)}</span></li>`,
  )
  return html`<section class="summary">
    <p class="label">Total</p>
    <p class="between"><strong class="amount">${rupiah(grossAmount)}</strong>${copyButton(String(grossAmount), 'jumlah')}</p>
    <p class="label">ID pesanan ${orderId}</p>
    ${items.length > 0 && html`<details><summary>Rincian</summary><ul>${lines}</ul></details>`}
  </section>`
}

const hints = {
  qris: 'Pindai dengan aplikasi bank atau dompet digital mana pun',
  wallet: 'Bayar lewat aplikasinya',
  bank: 'Bayar dari bank mana pun',
  store: 'Bayar tunai di kasir',
}

/** The offered methods in groups. A single one is chosen by itself, unless the switch `chargeOnOpen` says otherwise. */
function methodList(sandbox: Sandbox, payment: Payment): SafeHtml {
  const offered = offeredMethods(sandbox, payment)
  if (offered.length === 0) return notice('noMethod')
  const byItself = offered.length === 1 && sandbox.switches.chargeOnOpen && !payment.charge
  const groups = paymentMethodGroups.map((group) => {
    const members = offered.filter((method) => paymentMethods[method].group === group)
    const buttons = members.map((method) => {
      const { label, isOwnBankOnly } = paymentMethods[method]
      return html`<button class="method" name="payment_type" value="${method}" ${byItself && html`data-click-after="0"`}>
        <strong>${label}</strong><small>${isOwnBankOnly ? 'Bayar dari rekening bank ini' : hints[group]}</small>
      </button>`
    })
    return [members.length > 1 && html`<h3 class="label">${paymentGroupLabels[group]}</h3>`, buttons]
  })
  return html`<section><h2 tabindex="-1">${payment.charge ? 'Pilih cara bayar lain' : 'Pilih cara bayar'}</h2>${groups}</section>`
}

const marks = { check: '✓', cross: '×', late: '!' }
type Notice = Exclude<Phase, 'open' | 'pending'> | keyof typeof refusals | 'noMethod'

const notices: Record<Notice, [mark: keyof typeof marks, title: string, hint: string]> = {
  paid: ['check', 'Pembayaran berhasil', 'Terima kasih. Kami sudah menerima pembayaran Anda.'],
  processed: ['check', 'Transaksi sudah diproses', 'Pesanan ini sudah dibayar. Tidak perlu membayar lagi.'],
  expired: ['late', 'Waktu pembayaran sudah habis', 'Silakan buat pembayaran baru di toko.'],
  canceled: ['cross', 'Transaksi dibatalkan', 'Pembayaran ini tidak bisa dilanjutkan.'],
  denied: ['cross', 'Pembayaran ditolak', 'Bank menolak pembayaran ini. Silakan coba lagi dari toko.'],
  invalid: ['cross', 'Transaksi tidak ditemukan', 'Transaksi tidak tersedia, atau alamat yang dibuka salah.'],
  key: ['cross', 'Akses ditolak', 'Periksa client key pada halaman toko.'],
  noMethod: ['cross', 'Tidak ada cara bayar yang tersedia', 'Tidak ada yang aktif, atau jumlahnya di luar batasnya.'],
}

/** A screen with a message. The customer can only leave or try again. */
function notice(name: Notice, ...rest: (SafeHtml | false)[]): SafeHtml {
  const [mark, title, hint] = notices[name]
  return html`<section class="notice">
    <span class="mark ${mark}" aria-hidden="true">${marks[mark]}</span>
    <h2 tabindex="-1">${title}</h2>
    <p>${hint}</p>
    ${rest}
  </section>`
}
