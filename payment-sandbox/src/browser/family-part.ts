import { paymentMethods } from '@camilan/contract/payment-methods'
import { appLink, qrContent, qrImageUrl } from '../payments/links.ts'
import type { Charge, ChargedPayment } from '../payments/payment.ts'
import type { Sandbox } from '../sandbox.ts'
import { html, type SafeHtml } from './html.ts'
import { grouped, wibDateTime } from './numbers.ts'
import { simulatorUrl } from './simulators.ts'

/** Methods that are paid alike: by the number of a virtual account, a bill, a code for the cashier, a QR or an app. */
const families = {
  number: { steps: [], simulator: 'bank' },
  bill: {
    steps: [
      'Pilih Bayar, lalu cari Midtrans atau kode perusahaan.',
      'Masukkan kode bayar.',
      'Cek nominalnya, lalu bayar.',
    ],
    simulator: 'bank',
  },
  code: {
    steps: ['Tunjukkan kode ke kasir.', 'Bayar sesuai total.', 'Simpan struknya.'],
    simulator: 'kasir',
  },
  qr: {
    steps: ['Buka aplikasi bank atau dompet digital.', 'Pindai QR ini.', 'Cek nominalnya, lalu bayar.'],
    simulator: 'pemindai',
  },
  app: {
    steps: ['Buka aplikasinya lewat tombol ini.', 'Cek nominalnya, lalu bayar.', 'Kembali ke halaman ini.'],
    simulator: 'aplikasi',
  },
}

function familyOf({ isQr, method }: Charge): keyof typeof families {
  const { paidWith } = paymentMethods[method]
  if (isQr) return 'qr'
  return paidWith === 'popup' ? 'app' : paidWith
}

interface Parts {
  /** Whether this request has made the QR. With the switch `showQrAgain` off, later ones don't show it. */
  isNew: boolean
  leave: SafeHtml
}

/** The chosen method: what it is paid with, until when, and how. */
export function paidWith(sandbox: Sandbox, { charge }: ChargedPayment, { isNew, leave }: Parts): SafeHtml {
  const { label } = paymentMethods[charge.method]
  const family = familyOf(charge)
  const { steps, simulator } = families[family]
  if (family === 'qr' && !isNew && !sandbox.switches.showQrAgain) {
    return html`<section><h2 tabindex="-1">QR tidak ditampilkan lagi</h2>
      <p>Batalkan pembayaran ini di toko, lalu buat yang baru.</p>${leave}</section>`
  }
  const secondsLeft = Math.ceil((charge.expiresAt - sandbox.clock.now()) / 1_000)
  const openApp = html`<a class="button main" href="${appLink(sandbox, charge)}" target="_blank" rel="noopener">Bayar dengan ${label}</a>`
  const pay = html`<button class="button main" name="simulate" value="paid">Simulasikan pembayaran</button>`
  const href = family === 'qr' ? qrContent(sandbox, charge) : simulatorUrl(charge)
  const link = html`<a class="quiet" href="${href}" target="_blank" rel="noopener">Bayar lewat simulator ${simulator} (tab baru)</a>`
  return html`<section>
    <h2 tabindex="-1">${label}</h2>
    ${numbers(charge)}
    ${family === 'qr' && html`<img class="qr" src="${qrImageUrl(sandbox, charge)}" alt="Kode QR simulasi">`}
    <p>Bayar dalam <strong class="countdown" role="timer" data-seconds="${secondsLeft}"></strong>
      <small>Sebelum ${wibDateTime(charge.expiresAt)}</small></p>
    ${steps.length > 0 && html`<ol>${steps.map((step) => html`<li>${step}</li>`)}</ol>`}
    ${family === 'app' ? openApp : pay}
    ${leave}
    ${family !== 'app' && link}
  </section>`
}

/** `vaField` and `payment-code` are the ids that test scripts read on Midtrans's page. */
function numbers({ vaNumber, billerCode, billKey, paymentCode }: Charge): SafeHtml[] {
  const fields = [
    { id: 'vaField', label: 'Nomor virtual account', number: vaNumber },
    { id: 'billerCode', label: 'Kode perusahaan', number: billerCode },
    { id: 'billKey', label: 'Kode bayar', number: billKey },
    { id: 'payment-code', label: 'Kode pembayaran', number: paymentCode },
  ]
  return fields.flatMap(({ id, label, number }) =>
    number === null
      ? []
      : html`<div class="number"><p class="label">${label}</p>
          <p class="between"><strong id="${id}">${grouped(number)}</strong>${copyButton(number, label.toLowerCase())}</p></div>`,
  )
}

export function copyButton(text: string, label: string): SafeHtml {
  return html`<button type="button" class="copy" data-copy="${text}" aria-label="Salin ${label}">Salin</button>`
}
