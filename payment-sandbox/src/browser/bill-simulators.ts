import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Charge, ChargedPayment } from '../payments/payment.ts'
import { setFinalStatus } from '../payments/set-final-status.ts'
import type { Sandbox } from '../sandbox.ts'
import { html, type SafeHtml } from './html.ts'
import { alert, field, problemWith, sendSimulator } from './simulator-page.ts'

const companyCodeLength = 5

/** A bank or a cashier, with the addresses, fields and answers of simulator.sandbox.midtrans.com. */
interface Counter {
  method: PaymentMethod
  path: string
  /** The `bank` of an address that several banks share. */
  bank?: string
  number: { name: string; label: string }
  amountName: string
  paid: string
  unknown: string
}

const virtualAccount = { label: 'Nomor virtual account' }
const openApi = {
  path: '/openapi/va',
  number: { ...virtualAccount, name: 'vaNumber' },
  amountName: 'amount',
  paid: 'Success! Success Payment VA',
  unknown: 'Invalid Bill/Virtual Account not found: nomor tidak ditemukan.',
}
const store = {
  number: { name: 'payment_code', label: 'Kode pembayaran' },
  amountName: 'total_amount',
  paid: 'Success Transaction',
  unknown: 'Kode pembayaran tidak ditemukan.',
}

const counters: readonly Counter[] = [
  {
    method: 'bca_va',
    path: '/bca/va',
    number: { ...virtualAccount, name: 'va_number' },
    amountName: 'total_amount',
    paid: 'simulated payment is successful',
    unknown: 'Nomor virtual account tidak ditemukan.',
  },
  {
    method: 'bni_va',
    path: '/bni/va',
    number: { ...virtualAccount, name: 'va_number' },
    amountName: 'total_amount',
    paid: 'Payment Success',
    unknown: 'Invalid VA number. / Nomor VA tidak valid.',
  },
  { ...openApi, method: 'bri_va', bank: 'bri' },
  { ...openApi, method: 'permata_va', bank: 'permata' },
  { ...openApi, method: 'cimb_va', bank: 'cimb' },
  { ...openApi, method: 'echannel', bank: 'mandiri', number: { name: 'vaNumber', label: 'Kode bayar (bill key)' } },
  { ...store, method: 'alfamart', path: '/alfamart' },
  { ...store, method: 'indomaret', path: '/indomaret/phoenix' },
]

/** Enter a number, see the bill, pay it. Scripts written for the real simulator work here. */
export function billSimulatorRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  for (const path of new Set(counters.map((counter) => counter.path))) {
    app.get<{ Querystring: Record<string, string> }>(`${path}/index`, async ({ query }, reply) =>
      show(reply, path, new URLSearchParams(query), numberForm),
    )
    app.post<{ Body: URLSearchParams }>(`${path}/inquiry`, async ({ body }, reply) =>
      show(reply, path, body, (counter) => {
        const payment = find(counter, body)
        const problem = problemWith(payment, counter.unknown)
        return payment && !problem ? billForm(counter, payment) : refusal(counter, body, problem)
      }),
    )
    app.post<{ Body: URLSearchParams }>(`${path}/payment`, async ({ body }, reply) =>
      show(reply, path, body, (counter) => {
        const payment = find(counter, body)
        const amount = body.get(counter.amountName)
        const problem = problemWith(payment, counter.unknown) || wrongAmount(payment, amount)
        if (!payment || problem) return refusal(counter, body, problem)
        setFinalStatus(sandbox, payment, 'settlement')
        return paidPart(counter, payment)
      }),
    )
  }

  app.post<{ Body: URLSearchParams }>('/indomaret/phoenix/reversal', async ({ body }, reply) =>
    show(reply, '/indomaret/phoenix', body, (counter) => {
      const payment = find(counter, body)
      if (payment?.charge.status !== 'settlement') return refusal(counter, body, 'Kode ini belum dibayar.')
      setFinalStatus(sandbox, payment, 'deny')
      return alert('success', 'Pembayaran ditarik kembali: Success Reversal.')
    }),
  )

  function find(counter: Counter, body: URLSearchParams): ChargedPayment | undefined {
    const payment = sandbox.payments.byNumber(numberIn(counter, body))
    if (payment?.charge.method !== counter.method) return undefined
    const { billerCode } = payment.charge
    return billerCode === null || billerCode === digitsOf(body.get('company_code')) ? payment : undefined
  }
}

/** The address where a charge with a number is paid, with the number filled in. */
export function counterUrl(charge: Charge): string | undefined {
  const counter = counters.find(({ method }) => method === charge.method)
  if (!counter) return undefined
  const { path, bank, number } = counter
  const query = {
    ...(bank && { bank }),
    ...(charge.billerCode && { company_code: charge.billerCode }),
    [number.name]: payNumberOf(charge),
  }
  return `${path}/index?${new URLSearchParams(query)}`
}

const payNumberOf = ({ vaNumber, billKey, paymentCode }: Charge) => vaNumber ?? billKey ?? paymentCode ?? ''

function show(
  reply: FastifyReply,
  path: string,
  fields: URLSearchParams,
  content: (counter: Counter, fields: URLSearchParams) => SafeHtml,
): FastifyReply {
  const bank = (fields.get('bank') ?? '').toLowerCase()
  const here = counters.filter((counter) => counter.path === path)
  const counter = here.find((each) => each.bank === bank) ?? here[0]
  if (!counter) throw new Error(`no simulator at ${path}`)
  return sendSimulator(reply, paymentMethods[counter.method].label, content(counter, fields))
}

/** BCA's form for paying has the number in two parts. */
function numberIn({ number }: Counter, fields: URLSearchParams): string {
  const fromTwoFields = `${fields.get('company_code') ?? ''}${fields.get('customer_number') ?? ''}`
  return digitsOf(fields.get(number.name) ?? fromTwoFields)
}

function digitsOf(text: string | null): string {
  return (text ?? '').replace(/\D/g, '')
}

/** It accepts exactly the amount of the bill. */
function wrongAmount(payment: ChargedPayment | undefined, amount: string | null): string {
  return amount === null || Number(amount) === payment?.grossAmount ? '' : 'Jumlahnya tidak sama dengan tagihan.'
}

function refusal(counter: Counter, fields: URLSearchParams, problem: string): SafeHtml {
  return html`${alert('danger', problem)}${numberForm(counter, fields)}`
}

function form({ path, bank }: Counter, action: string, content: SafeHtml, button: string): SafeHtml {
  return html`<form action="${path}/${action}" method="post">
    ${bank === undefined ? '' : html`<input type="hidden" name="bank" value="${bank.toUpperCase()}" />`}
    ${content}
    <button type="submit">${button}</button>
  </form>`
}

function numberForm(counter: Counter, fields: URLSearchParams): SafeHtml {
  const { name, label } = counter.number
  const companyCode = field('company_code', 'Kode perusahaan', fields.get('company_code') ?? '', 'digits')
  const content = html`${counter.method === 'echannel' ? companyCode : ''}${field(name, label, numberIn(counter, fields), 'digits')}`
  return form(counter, 'inquiry', content, 'Cari tagihan')
}

function billForm(counter: Counter, { charge, customerName, grossAmount }: ChargedPayment): SafeHtml {
  const { name, label } = counter.number
  const number = payNumberOf(charge)
  const isBca = counter.method === 'bca_va'
  const companyCode = isBca ? number.slice(0, companyCodeLength) : charge.billerCode
  const content = html`
    ${companyCode === null ? '' : field('company_code', 'Kode perusahaan', companyCode)}
    ${isBca ? field('customer_number', 'Nomor pelanggan', number.slice(companyCodeLength)) : field(name, label, number)}
    ${field(counter.bank ? 'virtualAccountName' : 'customer_name', 'Nama pelanggan', customerName)}
    ${isBca ? field('currency_code', 'Mata uang', 'IDR') : ''}
    ${field(counter.amountName, 'Jumlah', String(grossAmount))}`
  return form(counter, 'payment', content, 'Pay · Bayar')
}

function paidPart(counter: Counter, { charge }: ChargedPayment): SafeHtml {
  const { path, bank, number, method, paid } = counter
  const again = `${path}/index${bank ? `?bank=${bank}` : ''}`
  const code = html`<input type="hidden" name="${number.name}" value="${payNumberOf(charge)}" />`
  return html`${alert('success', `Pembayaran simulasi berhasil: ${paid}.`)}
    ${method === 'indomaret' ? form(counter, 'reversal', code, 'Tarik kembali (reversal)') : ''}
    <p><a href="${again}">Bayar nomor lain</a></p>`
}
