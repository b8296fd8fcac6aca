import { html, type SafeHtml } from '../browser/html.ts'
import { grouped, rupiah, wibDateTime } from '../browser/numbers.ts'
import { simulation } from '../browser/page.ts'
import { type Payment, phaseOf } from '../payments/payment.ts'
import type { Sandbox } from '../sandbox.ts'
import { type Switches, switchChoices } from '../switches.ts'
import type { Delivery } from '../webhooks/delivery.ts'

/** The entries of each list. */
export const longestList = 200

const dueSteps = [
  { seconds: 60, caption: '+1 menit' },
  { seconds: 3_600, caption: '+1 jam' },
  { seconds: 86_400, caption: '+1 hari' },
]

/** The clock, transactions, webhooks and switches. The page's script sends its forms to the control API as JSON. */
export function controlPage(sandbox: Sandbox): SafeHtml {
  const transactions = sandbox.payments.newestFirst().slice(0, longestList)
  const notifications = sandbox.webhooks.newestFirst().slice(0, longestList)
  const switches = Object.entries(sandbox.switches)
  return frame(html`
    <p>Jam simulator: <strong>${wibDateTime(sandbox.clock.now())}</strong></p>
    <div class="actions">
      ${dueSteps.map(({ seconds, caption }) => act('clock', caption, { advanceSeconds: seconds }))}
    </div>
    <h2>Transaksi</h2>
    ${transactions.map((payment) => transactionCard(sandbox, payment))}
    <h2>Webhook</h2>
    ${notifications.map(notificationCard)}
    <h2>Sakelar</h2>
    <p>Gangguan dan perilaku yang dokumentasinya tidak pasti. Semuanya kembali semula setelah simulator dimulai ulang.</p>
    <div class="card switches">${switches.map(([name, value]) => switchField(name as keyof Switches, value))}</div>`)
}

/** For a caller without the token. The script asks again with the one in the page's address. */
export const lockedPage = () => frame(html`<p>Buka alamat halaman ini seperti yang dicetak server saat dinyalakan.</p>`)

function frame(content: SafeHtml): SafeHtml {
  return html`${simulation}<main><h1>Bangku uji pembayaran</h1>${content}</main><p class="said alert alert-danger" role="alert"></p>`
}

/** A button that calls the control API with these fields. */
function act(path: string, caption: string, fields: Record<string, string | number | boolean> = {}): SafeHtml {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form action="/_sandbox/${path}">${hidden}<button id="${path} ${caption}">${caption}</button></form>`
}

/** What can happen to a transaction, by its status at Midtrans or, before it has one, by the state of its page. */
const acts = [
  { caption: 'Bayar', call: 'pay', from: ['open', 'pending'] },
  {
    caption: 'Bayar terlambat',
    call: 'pay',
    fields: { force: true },
    from: ['expired', 'expire', 'canceled', 'cancel'],
  },
  { caption: 'Habiskan waktu', call: 'expire', from: ['pending'] },
  { caption: 'Tolak', call: 'deny', from: ['pending'] },
  { caption: 'Tarik kembali', call: 'reverse', from: ['settlement'] },
  { caption: 'Refund', call: 'refund', from: ['settlement', 'partial_refund'] },
  { caption: 'Chargeback', call: 'chargeback', from: ['settlement', 'partial_refund'] },
  { caption: 'Pulihkan', call: 'restore', from: ['deny', 'chargeback'] },
]

function transactionCard(sandbox: Sandbox, payment: Payment): SafeHtml {
  const { orderId, token, grossAmount, createdAt, charge } = payment
  const status = charge?.status ?? phaseOf(payment, sandbox.clock.now())
  const number = charge?.vaNumber ?? charge?.billKey ?? charge?.paymentCode
  const possible = acts.filter(({ from }) => from.includes(status))
  return html`<article class="card">
    <h3 class="between"><span>${orderId} ${badge(status)}</span> ${rupiah(grossAmount)}</h3>
    <small>${charge?.method} ${number && grouped(number)}</small>
    <small>Dibuat ${wibDateTime(createdAt)}</small>
    <div class="actions">
      ${possible.map(({ caption, call, fields }) => act(`transactions/${encodeURIComponent(orderId)}/${call}`, caption, fields))}
      <a href="/snap/v4/redirection/${token}" target="_blank" rel="noopener">Halaman pembayaran</a>
    </div>
  </article>`
}

function notificationCard({ id, orderId, transactionStatus, url, body, state, attempts }: Delivery): SafeHtml {
  const tries = attempts.map(
    ({ at, httpStatus, answer, tookMs }) =>
      html`<li>${wibDateTime(at)}: ${httpStatus ?? 'tanpa jawaban'} (${tookMs} ms) ${answer}</li>`,
  )
  return html`<article class="card">
    <h3 class="between"><span>${orderId} ${badge(state)}</span> ${transactionStatus}</h3>
    <small>${url}: ${attempts.at(-1)?.httpStatus}</small>
    <details id="${id}"><summary>Isi dan jawaban</summary>
      <pre tabindex="0">${JSON.stringify(JSON.parse(body), null, 2)}</pre>
      <ol>${tries}</ol>
    </details>
    <div class="actions">${act(`notifications/${id}/resend`, 'Kirim ulang')}</div>
  </article>`
}

function badge(word: string): SafeHtml {
  const isOpen = ['open', 'pending', 'waiting'].includes(word)
  const isGood = ['settlement', 'delivered'].includes(word)
  return html`<span class="badge ${isOpen ? 'open' : isGood ? 'good' : 'failed'}">${word}</span>`
}

/** One switch: a list of its choices, or a number between two limits. */
function switchField(name: keyof Switches, value: Switches[keyof Switches]): SafeHtml {
  const choices = switchChoices[name]
  const id = `switch-${name}`
  const option = (choice: unknown) =>
    html`<option value="${JSON.stringify(choice)}" ${choice === value && html`selected`}>${String(choice)}</option>`
  const control =
    'least' in choices
      ? html`<input id="${id}" name="${name}" type="number" min="${choices.least}" max="${choices.most}" value="${value}">`
      : html`<select id="${id}" name="${name}">${choices.map(option)}</select>`
  return html`<form action="/_sandbox/switches" data-method="PATCH"><label for="${id}">${labels[name]}</label>${control}</form>`
}

const labels: Record<keyof Switches, string> = {
  create: 'Jawaban saat membuat token',
  status: 'Jawaban GET status',
  cancel: 'Jawaban cancel dan expire',
  refund: 'Jawaban refund',
  answerDelaySeconds: 'Tunda setiap jawaban (detik)',
  statusLags: 'GET status masih pending setelah dibayar',
  refuseServerKey: 'Tolak server key (401)',
  webhook: 'Pengiriman webhook',
  webhookDelaySeconds: 'Tunda webhook (detik)',
  lateSettlement: 'Uang tetap masuk setelah dibatalkan',
  settleAfterExpire: 'Uang tetap masuk setelah kedaluwarsa',
  withdrawn: 'Pembayaran Permata, Mandiri, Indomaret ditarik lagi',
  refundOutcome: 'Hasil refund',
  replayRefunds: 'refund_key yang sudah dipakai dijawab seperti semula',
  refundConfirmSeconds: 'Konfirmasi refund dari bank setelah (detik)',
  qrIssuer: 'Aplikasi yang membayar QR',
  inactiveMethod: 'Metode yang belum diaktifkan',
  shortLives: 'QR dan dompet berlaku 15 menit',
  allowRetry: 'Boleh pilih cara bayar lain setelah kedaluwarsa',
  reuseEndedOrderId: 'order_id yang sudah berakhir boleh dipakai lagi',
  closeAfterVa: 'Callback tombol X setelah VA tampil',
  showQrAgain: 'QR tampil lagi setelah halaman dimuat ulang',
  chargeOnOpen: 'VA langsung dibuat saat halaman dibuka',
  unauthorizedHttpStatus: 'Status HTTP untuk kunci salah (Core API)',
  vaLength: 'Panjang nomor VA',
}
