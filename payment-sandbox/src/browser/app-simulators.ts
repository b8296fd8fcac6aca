import { type PaymentMethodGroup, paymentMethods } from '@camilan/contract/payment-methods'
import type { FastifyInstance } from 'fastify'
import type { ChargedPayment } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'
import { html, type SafeHtml } from './html.ts'
import { alert, field, problemWith, sendSimulator } from './simulator-page.ts'

interface ById {
  Querystring: { id?: string }
}

const appGroups: PaymentMethodGroup[] = ['qris', 'wallet']
const unparsable = 'QR inputted unparsable: ini bukan QR dari simulator ini.'
const transactionIdPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** The apps of a customer: a scanner for every QR, and the wallet that a link opens. */
export function appSimulatorRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<ById>('/v2/qris/index', async ({ query: { id } }, reply) =>
    sendSimulator(reply, 'pemindai QRIS', id === undefined ? scanForm('') : scanned(id)),
  )

  app.post<{ Body: URLSearchParams }>('/v2/qris/payment', async ({ body }, reply) => {
    const id = body.get('referenceId')
    const content = id === null ? scanned(body.get('qrCodeUrl') ?? '') : decided(find(id), body)
    return sendSimulator(reply, 'pemindai QRIS', content)
  })

  app.get<ById>('/v2/deeplink/index', async ({ query: { id = '' } }, reply) => {
    const payment = find(id)
    const problem = problemWith(payment, 'Tautan ini tidak dikenal.')
    const content = payment && !problem ? billForm('/v2/deeplink/payment', payment) : alert('danger', problem)
    return sendSimulator(reply, appTitle(payment), content)
  })

  app.post<{ Body: URLSearchParams }>('/v2/deeplink/payment', async ({ body }, reply) => {
    const payment = find(body.get('referenceId') ?? '')
    return sendSimulator(reply, appTitle(payment), decided(payment, body))
  })

  function find(id: string): ChargedPayment | undefined {
    const payment = sandbox.payments.byCoreId(id)
    const isInApp = payment && appGroups.includes(paymentMethods[payment.charge.method].group)
    return isInApp && payment.charge.transactionId === id ? payment : undefined
  }

  /** `text` is the QR image's address, or what the QR holds. */
  function scanned(text: string): SafeHtml {
    const payment = find(transactionIdPattern.exec(text)?.[0] ?? '')
    const problem = problemWith(payment, unparsable)
    return payment && !problem
      ? billForm('/v2/qris/payment', payment)
      : html`${alert('danger', problem)}${scanForm(text)}`
  }

  /** A failure in the app is not reported to the merchant: the payment stays pending. */
  function decided(payment: ChargedPayment | undefined, body: URLSearchParams): SafeHtml {
    const problem = problemWith(payment, unparsable)
    if (!payment || problem) return alert('danger', problem)
    const result = body.get('result')
    if (result === 'success') setFinalStatus(sandbox, payment, 'settlement')
    const said =
      result === 'success'
        ? alert('success', 'Pembayaran simulasi berhasil.')
        : alert('danger', result === 'failure' ? 'PIN salah. Tagihan belum dibayar.' : 'Tagihan belum dibayar.')
    return html`${said}${backLink(payment, result ?? 'abort')}`
  }
}

const appTitle = (payment: ChargedPayment | undefined) =>
  `aplikasi ${payment ? paymentMethods[payment.charge.method].label : 'dompet digital'}`

/** The app goes back to the merchant's address, if it gave one. */
function backLink({ charge, callbackUrls, orderId }: ChargedPayment, result: string): SafeHtml {
  const base = charge.isQr ? null : charge.method === 'gopay' ? callbackUrls.gopay : callbackUrls.shopeepay
  if (base === null || !URL.canParse(base)) return html`<p>Kembali ke halaman toko untuk melihat pesanan.</p>`
  const url = new URL(base)
  url.searchParams.append('order_id', orderId)
  url.searchParams.append('result', result)
  return html`<p><a href="${url.href}">Kembali ke toko</a></p>`
}

function scanForm(text: string): SafeHtml {
  return html`<form action="/v2/qris/payment" method="post">
    ${field('qrCodeUrl', 'Alamat gambar QR', text, 'url')}
    <button type="submit">Pindai</button>
  </form>`
}

function billForm(action: string, { charge, orderId, grossAmount }: ChargedPayment): SafeHtml {
  return html`<form action="${action}" method="post">
    <input type="hidden" name="referenceId" value="${charge.transactionId}" />
    ${field('order', 'Pesanan', orderId)}
    ${field('amount', 'Jumlah', String(grossAmount))}
    <button type="submit" name="result" value="success">Pay · Bayar</button>
    <button type="submit" name="result" value="failure">Gagalkan</button>
    <button type="submit" name="result" value="abort">Kembali tanpa membayar</button>
  </form>`
}
