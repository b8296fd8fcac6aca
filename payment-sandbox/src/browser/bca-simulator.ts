import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ChargedPayment } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'
import { html, type SafeHtml } from './html.ts'

const companyCodeLength = 5

/**
 * The bank's side, with the forms of simulator.sandbox.midtrans.com/bca/va: enter a VA number, see the bill, pay it.
 * Scripts written for the real simulator work here.
 */
export function bcaSimulatorRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Querystring: { va_number?: string } }>('/bca/va/index', async (request, reply) =>
    sendPage(reply, numberForm(request.query.va_number ?? '')),
  )

  app.post<{ Body: URLSearchParams }>('/bca/va/inquiry', async (request, reply) => {
    const vaNumber = digitsOf(request.body.get('va_number'))
    const payment = sandbox.payments.byNumber(vaNumber)
    const problem = problemWith(payment)
    return sendPage(
      reply,
      payment && !problem ? billForm(payment) : html`${alert('danger', problem)}${numberForm(vaNumber)}`,
    )
  })

  app.post<{ Body: URLSearchParams }>('/bca/va/payment', async (request, reply) => {
    const { body } = request
    const fromTwoFields = `${body.get('company_code') ?? ''}${body.get('customer_number') ?? ''}`
    const vaNumber = digitsOf(body.get('va_number') ?? fromTwoFields)
    const payment = sandbox.payments.byNumber(vaNumber)
    const problem = problemWith(payment) || wrongAmount(payment, body.get('total_amount'))
    if (!payment || problem) return sendPage(reply, html`${alert('danger', problem)}${numberForm(vaNumber)}`)
    setFinalStatus(sandbox, payment, 'settlement')
    return sendPage(
      reply,
      html`${alert('success', 'Pembayaran simulasi berhasil: simulated payment is successful.')}
      <p><a href="/bca/va/index">Bayar nomor lain</a></p>`,
    )
  })
}

function problemWith(payment: ChargedPayment | undefined): string {
  if (!payment) return 'Nomor virtual account tidak ditemukan.'
  if (payment.charge.status === 'settlement') return 'Tagihan ini sudah dibayar.'
  return payment.charge.status === 'pending' ? '' : 'Tagihan ini sudah tidak berlaku.'
}

/** It is a closed VA: it accepts exactly the amount of the bill. */
function wrongAmount(payment: ChargedPayment | undefined, amount: string | null): string {
  return amount === null || Number(amount) === payment?.grossAmount ? '' : 'Jumlahnya tidak sama dengan tagihan.'
}

function digitsOf(text: string | null): string {
  return (text ?? '').replace(/\D/g, '')
}

function alert(kind: 'success' | 'danger', text: string): SafeHtml {
  return html`<div class="alert alert-${kind}" role="${kind === 'danger' ? 'alert' : 'status'}">${text}</div>`
}

function numberForm(vaNumber: string): SafeHtml {
  return html`<form action="/bca/va/inquiry" method="post">
    <label for="va_number">Nomor virtual account</label>
    <input id="va_number" name="va_number" value="${vaNumber}" inputmode="numeric" autocomplete="off" required />
    <button type="submit">Cari tagihan</button>
  </form>`
}

function billForm({ charge, customerName, grossAmount }: ChargedPayment): SafeHtml {
  return html`<form action="/bca/va/payment" method="post">
    ${field('company_code', 'Kode perusahaan', (charge.vaNumber ?? '').slice(0, companyCodeLength))}
    ${field('customer_number', 'Nomor pelanggan', (charge.vaNumber ?? '').slice(companyCodeLength))}
    ${field('customer_name', 'Nama pelanggan', customerName)}
    ${field('currency_code', 'Mata uang', 'IDR')}
    ${field('total_amount', 'Jumlah', String(grossAmount))}
    <button type="submit">Pay · Bayar</button>
  </form>`
}

function field(name: string, label: string, value: string): SafeHtml {
  return html`<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" readonly />`
}

function sendPage(reply: FastifyReply, content: SafeHtml): FastifyReply {
  const page = html`<!doctype html>
<html lang="id">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Simulator BCA Virtual Account</title>
    <link rel="stylesheet" href="/snap/assets/base.css" />
    <link rel="stylesheet" href="/snap/assets/bca-simulator.css" />
  </head>
  <body>
    <p class="simulation">Simulasi. Tidak ada uang sungguhan yang berpindah.</p>
    <main>
      <h1>Simulator BCA Virtual Account</h1>
      ${content}
    </main>
  </body>
</html>`
  return reply.type('text/html; charset=utf-8').send(page.text)
}
