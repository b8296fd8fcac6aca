import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Charge, ChargedPayment } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'
import { html, type SafeHtml } from './html.ts'
import { rupiah } from './numbers.ts'
import { sendPage, simulation } from './page.ts'

/** Where a customer pays: a bank, a cashier, or an app. It has the address of simulator.sandbox.midtrans.com. */
interface Place {
  path: string
  title: string
  /** The field for what the customer has: a number, or what a QR or a link says. */
  entry: { name: string; label: string }
  /** The method of a bank or a store; an app pays all that apps pay. */
  method?: PaymentMethod
  /** One of several banks at the same address. */
  bank?: string
}

const number = 'Nomor virtual account'

const places: readonly Place[] = [
  { path: '/v2/qris', title: 'pemindai QRIS', entry: { name: 'qrCodeUrl', label: 'Alamat gambar QR' } },
  { path: '/v2/deeplink', title: 'aplikasi dompet digital', entry: { name: 'id', label: 'Alamat tautan' } },
  counter('bca_va', '/bca/va', 'va_number', number),
  counter('bni_va', '/bni/va', 'va_number', number),
  counter('bri_va', '/openapi/va', 'vaNumber', number, 'bri'),
  counter('echannel', '/openapi/va', 'vaNumber', 'Kode bayar', 'mandiri'),
  counter('permata_va', '/openapi/va', 'vaNumber', number, 'permata'),
  counter('cimb_va', '/openapi/va', 'vaNumber', number, 'cimb'),
  counter('alfamart', '/alfamart', 'payment_code', 'Kode pembayaran'),
  counter('indomaret', '/indomaret/phoenix', 'payment_code', 'Kode pembayaran'),
]

function counter(method: PaymentMethod, path: string, name: string, label: string, bank?: string): Place {
  return { path, title: paymentMethods[method].label, entry: { name, label }, method, ...(bank && { bank }) }
}

/** Enter what is to be paid, see the bill, pay it. */
export function simulatorRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  for (const path of new Set(places.map((place) => place.path))) {
    app.get<{ Querystring: Record<string, string> }>(`${path}/index`, async ({ query }, reply) => {
      const fields = new URLSearchParams(query)
      const place = placeAt(path, fields)
      if (entryIn(place, fields) === '') return show(reply, place, entryForm(place, fields))
      return show(reply, place, withBill(place, fields, billForm))
    })

    app.post<{ Body: URLSearchParams }>(`${path}/payment`, async ({ body }, reply) => {
      const place = placeAt(path, body)
      const isReversal = body.get('result') === 'reversal'
      return show(reply, place, isReversal ? reversed(place, body) : withBill(place, body, decided))
    })
  }

  function withBill(place: Place, fields: URLSearchParams, part: typeof decided): SafeHtml {
    const payment = find(sandbox, place, fields)
    if (payment?.charge.status === 'pending') return part(place, fields, payment)
    const isPaid = payment?.charge.status === 'settlement'
    const ended = isPaid ? 'Tagihan ini sudah dibayar.' : 'Tagihan ini sudah tidak berlaku.'
    return html`${alert('danger', payment ? ended : 'Tagihan tidak ditemukan.')}${entryForm(place, fields)}`
  }

  /** A failure in an app is not reported to the merchant: the payment stays pending. */
  function decided(place: Place, fields: URLSearchParams, payment: ChargedPayment): SafeHtml {
    const result = fields.get('result') ?? 'success'
    if (result === 'failure')
      return html`${alert('danger', 'PIN salah. Tagihan belum dibayar.')}${wayBack(payment, result)}`
    if (result !== 'success') return html`${alert('danger', 'Tagihan belum dibayar.')}${wayBack(payment, result)}`
    setFinalStatus(sandbox, payment, 'settlement')
    const reversal = place.method === 'indomaret' && payForm(place, payment, { reversal: 'Tarik kembali (reversal)' })
    return html`${alert('success', 'Pembayaran simulasi berhasil.')}${reversal}${wayBack(payment, result)}`
  }

  function reversed(place: Place, fields: URLSearchParams): SafeHtml {
    const payment = find(sandbox, place, fields)
    const isPaid = payment?.charge.method === 'indomaret' && payment.charge.status === 'settlement'
    if (!isPaid) return alert('danger', 'Tagihan ini belum dibayar.')
    setFinalStatus(sandbox, payment, 'deny')
    return alert('success', 'Pembayaran ditarik kembali.')
  }
}

/** The address where a charge with a number is paid, with the number filled in; undefined for what apps pay. */
export function simulatorUrl(charge: Charge): string | undefined {
  const place = places.find(({ method }) => method === charge.method)
  return place && `${place.path}/index?${new URLSearchParams(entryOf(place, charge))}`
}

/** The fields by which a place finds a charge. Mandiri asks for the company code, too. */
function entryOf({ bank, entry }: Place, charge: Charge): Record<string, string> {
  const { vaNumber, billerCode, billKey, paymentCode, transactionId } = charge
  return {
    ...(bank && { bank }),
    ...(billerCode !== null && { company_code: billerCode }),
    [entry.name]: vaNumber ?? billKey ?? paymentCode ?? transactionId,
  }
}

function placeAt(path: string, fields: URLSearchParams): Place {
  const here = places.filter((place) => place.path === path)
  const place = here.find(({ bank }) => bank === fields.get('bank')?.toLowerCase()) ?? here[0]
  if (!place) throw new Error(`no simulator at ${path}`)
  return place
}

/** A QR holds the address of the scanner with an `id`. */
const entryIn = ({ entry }: Place, fields: URLSearchParams) => fields.get(entry.name) ?? fields.get('id') ?? ''

const transactionIdPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

function find({ payments }: Sandbox, place: Place, fields: URLSearchParams): ChargedPayment | undefined {
  const entry = entryIn(place, fields)
  if (place.method) {
    const payment = payments.byNumber(entry.replace(/\D/g, ''))
    const { method, billerCode } = payment?.charge ?? {}
    const isAllEntered = !billerCode || billerCode === fields.get('company_code')
    return method === place.method && isAllEntered ? payment : undefined
  }
  const payment = payments.byCoreId(transactionIdPattern.exec(entry)?.[0] ?? '')
  return payment && paymentMethods[payment.charge.method].paidWith === 'popup' ? payment : undefined
}

function alert(kind: 'success' | 'danger', text: string): SafeHtml {
  return html`<p class="alert alert-${kind}" role="${kind === 'danger' ? 'alert' : 'status'}">${text}</p>`
}

function entryForm(place: Place, fields: URLSearchParams): SafeHtml {
  const field = (name: string, label: string, value: string) =>
    html`<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" autocomplete="off" required>`
  return html`<form class="card" action="${place.path}/index">
    ${place.bank !== undefined && html`<input type="hidden" name="bank" value="${place.bank}">`}
    ${place.method === 'echannel' && field('company_code', 'Kode perusahaan', fields.get('company_code') ?? '')}
    ${field(place.entry.name, place.entry.label, entryIn(place, fields))}
    <button class="button main">Cari tagihan</button>
  </form>`
}

function billForm(place: Place, _fields: URLSearchParams, payment: ChargedPayment): SafeHtml {
  const { orderId, customerName, grossAmount } = payment
  const ways = {
    success: 'Pay · Bayar',
    ...(!place.method && { failure: 'Gagalkan', abort: 'Kembali tanpa membayar' }),
  }
  return html`<dl class="card">
      <dt>Pesanan</dt><dd>${orderId}</dd>
      <dt>Nama pembeli</dt><dd>${customerName}</dd>
      <dt>Jumlah</dt><dd>${rupiah(grossAmount)}</dd>
    </dl>
    ${payForm(place, payment, ways)}`
}

/** One button for each result. */
function payForm(place: Place, { charge }: ChargedPayment, ways: Record<string, string>): SafeHtml {
  const hidden = Object.entries(entryOf(place, charge))
  const buttons = Object.entries(ways)
  return html`<form action="${place.path}/payment" method="post">
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${buttons.map(([result, caption]) => html`<button class="button ${result === 'success' ? 'main' : 'other'}" name="result" value="${result}">${caption}</button>`)}
  </form>`
}

/** A wallet's app goes back to the merchant's address, if it gave one. */
function wayBack({ charge, callbackUrls, orderId }: ChargedPayment, result: string): SafeHtml {
  const base = charge.method === 'gopay' || charge.method === 'shopeepay' ? callbackUrls[charge.method] : null
  if (charge.isQr || base === null || !URL.canParse(base)) {
    return html`<p>Kembali ke halaman toko untuk melihat pesanan.</p>`
  }
  const url = new URL(base)
  url.searchParams.append('order_id', orderId)
  url.searchParams.append('result', result)
  return html`<p><a href="${url.href}">Kembali ke toko</a></p>`
}

function show(reply: FastifyReply, { title }: Place, content: SafeHtml): FastifyReply {
  const links = places.map((place) => {
    const query = place.bank === undefined ? '' : `?bank=${place.bank}`
    return html`<a href="${place.path}/index${query}">${place.title}</a> `
  })
  const body = html`${simulation}<main class="narrow">
    <h1>Simulator ${title}</h1>
    ${content}
    <nav aria-label="Simulator lain">${links}</nav>
  </main>`
  return sendPage(reply, { title: `Simulator ${title}`, folder: '/snap', body })
}
