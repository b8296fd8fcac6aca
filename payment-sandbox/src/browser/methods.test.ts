import { paymentMethodNames } from '@camilan/contract/payment-methods'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../testing/start-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.call('DELETE', '/_sandbox/switches'))
afterAll(() => sandbox.close())

let orders = 0

/** A page on which a customer chooses this method. */
async function choose(method: string, { qr = false, extra = {} } = {}) {
  const orderId = `WAY-${++orders}`
  const { body } = await sandbox.create(orderId, { enabled_payments: [method], ...extra })
  const path = `/snap/v2/transactions/${body.token}`
  const view = (await sandbox.call('POST', `${path}/charge`, { payment_type: method, qr })).body
  return { orderId, path, view, read: `/snap/v1/transactions/${body.token}` }
}

async function page(path: string): Promise<string> {
  return (await fetch(new URL(path, sandbox.origin))).text()
}

/** Sends a page's form with the values that it holds, and those given. */
async function send(text: string, changes: Record<string, string> = {}): Promise<string> {
  const action = /<form action="([^"]+)"/.exec(text)?.[1] ?? ''
  const inputs = [...text.matchAll(/<input [^>]*?name="([^"]+)" value="([^"]*)"/g)]
  const fields = new URLSearchParams(inputs.map(([, name = '', value = '']): [string, string] => [name, value]))
  for (const [name, value] of Object.entries(changes)) fields.set(name, value)
  const response = await fetch(new URL(action, sandbox.origin), { method: 'POST', body: fields })
  return response.text()
}

const common =
  'finish_redirect_url fraud_status gross_amount order_id payment_type status_code status_message transaction_id transaction_status transaction_time'
const virtualAccount = `${common} pdf_url va_numbers`

/** The fields of snap.js's results, pending and paid, and `payment_type`. Source: docs.midtrans.com, "JS callback". */
const results: Record<string, [pending: string, paid: string, type: string]> = {
  other_qris: [common, common, 'qris'],
  gopay: ['finish_redirect_url payment_type pdf_url status_code transaction_status', `${common} pdf_url`, 'gopay'],
  'gopay by QR': [common, `${common} pdf_url`, 'gopay'],
  shopeepay: [common, common, 'shopeepay'],
  'shopeepay by QR': [common, common, 'qris'],
  bca_va: [`${virtualAccount} bca_va_number`, `${virtualAccount} bca_va_number`, 'bank_transfer'],
  bni_va: [virtualAccount, virtualAccount, 'bank_transfer'],
  bri_va: [virtualAccount, virtualAccount, 'bank_transfer'],
  cimb_va: [virtualAccount, virtualAccount, 'bank_transfer'],
  permata_va: [`${common} pdf_url permata_va_number`, `${common} pdf_url permata_va_number`, 'bank_transfer'],
  echannel: [`${common} bill_key biller_code pdf_url`, `${common} bill_key biller_code pdf_url`, 'echannel'],
  alfamart: [`${common} payment_code pdf_url`, `${common} payment_code pdf_url`, 'cstore'],
  indomaret: [
    `${common} payment_code pdf_url`.replace('fraud_status ', ''),
    `${common} payment_code pdf_url`.replace('fraud_status ', ''),
    'cstore',
  ],
}

test.each(Object.keys(results))('%s is paid in its simulator, and snap.js gets its result', async (name) => {
  const [method = ''] = name.split(' by ')
  const qr = !['gopay', 'shopeepay'].includes(name) // what a wide screen asks for, with every method
  const { orderId, read, view } = await choose(method, { qr })
  const keys = (result: object | null) => Object.keys(result ?? {}).sort()
  const sorted = (text = '') => text.split(' ').sort()
  expect(keys(view.result)).toEqual(sorted(results[name]?.[0]))
  expect(view.result).toMatchObject({ status_code: '201', payment_type: results[name]?.[2] })

  const opened = await page(view.simulator_url ?? view.app_url ?? '')
  const bill = opened.includes('Cari tagihan') ? await send(opened) : opened
  expect(bill).toContain('value="46000"')
  expect(await send(bill, { result: 'success' })).toContain('alert-success')
  expect((await sandbox.status(orderId)).transaction_status).toBe('settlement')
  const paid = (await sandbox.call('GET', read)).body
  expect(keys(paid.result)).toEqual(sorted(results[name]?.[1]))
  expect(await send(bill, { result: 'success' })).toContain('sudah dibayar')
})

test('all methods of the table have a result here', () => {
  const tested = new Set(Object.keys(results).map((name) => name.split(' ')[0]))
  expect([...tested].sort()).toEqual([...paymentMethodNames].sort())
})

test('a choice is final: a second one shows what the first has made', async () => {
  const extra = { enabled_payments: ['bni_va', 'indomaret'] }
  const { path, view, read } = await choose('bni_va', { extra })
  const second = (await sandbox.call('POST', `${path}/charge`, { payment_type: 'indomaret' })).body
  expect(second).toMatchObject({ va_number: view.va_number, payment_code: null, transaction_id: view.transaction_id })
  expect((await sandbox.call('GET', read)).body.va_number).toBe(view.va_number)
})

test('a method that is not offered is refused', async () => {
  const { body } = await sandbox.create('NOT-OFFERED', { enabled_payments: ['bni_va'] })
  const path = `/snap/v2/transactions/${body.token}/charge`
  expect((await sandbox.call('POST', path, { payment_type: 'bri_va' })).status).toBe(400)
  expect((await sandbox.call('POST', path, {})).status).toBe(400)
})

test('after a QR has run out another method is chosen only with the switch allowRetry', async () => {
  const { path, view, read } = await choose('other_qris', { extra: { enabled_payments: ['other_qris', 'bni_va'] } })
  await sandbox.call('POST', '/_sandbox/clock', { advanceSeconds: 15 * 60 })
  expect((await sandbox.call('GET', read)).body).toMatchObject({ phase: 'expired', can_retry: false })
  expect((await sandbox.call('POST', `${path}/charge`, { payment_type: 'bni_va' })).status).toBe(406)
  await sandbox.set({ allowRetry: true })
  expect((await sandbox.call('GET', read)).body).toMatchObject({ phase: 'expired', can_retry: true })
  const second = (await sandbox.call('POST', `${path}/charge`, { payment_type: 'bni_va' })).body
  expect(second).toMatchObject({ phase: 'pending', va_number: expect.any(String), qr_url: null })
  expect(second.transaction_id).not.toBe(view.transaction_id)
})

test('a reload shows the QR again, unless the switch says that it is lost', async () => {
  const { view, read } = await choose('other_qris')
  expect((await sandbox.call('GET', read)).body.qr_url).toBe(view.qr_url)
  await sandbox.set({ showQrAgain: false })
  expect((await sandbox.call('GET', read)).body).toMatchObject({ qr_url: null, is_qr: true, phase: 'pending' })
  expect((await choose('other_qris')).view.qr_url).toEqual(expect.any(String))
})

test("the scanner takes a QR image's address, and a failure in the app leaves the payment pending", async () => {
  const { orderId, view } = await choose('other_qris')
  const scanner = await page('/v2/qris/index')
  expect(await send(scanner, { qrCodeUrl: 'https://shop.test/photo.png' })).toContain('QR inputted unparsable')
  const bill = await send(scanner, { qrCodeUrl: view.qr_url ?? '' })
  expect(await send(bill, { result: 'failure' })).toContain('alert-danger')
  expect((await sandbox.status(orderId)).transaction_status).toBe('pending')
})

test.each(['success', 'failure', 'abort'])("a wallet's app goes back to the merchant with %s", async (result) => {
  const gopay = { enable_callback: true, callback_url: 'https://shop.test/back?from=app' }
  const { orderId, view } = await choose('gopay', { extra: { gopay } })
  const left = await send(await page(view.app_url ?? ''), { result })
  expect(left).toContain(`https://shop.test/back?from=app&amp;order_id=${orderId}&amp;result=${result}`)
  expect((await sandbox.status(orderId)).transaction_status).toBe(result === 'success' ? 'settlement' : 'pending')
})

test('a bank knows only its own numbers, and Mandiri asks for the company code too', async () => {
  const { view: bri } = await choose('bri_va')
  const elsewhere = await page(`/openapi/va/index?bank=cimb&vaNumber=${bri.va_number}`)
  expect(await send(elsewhere)).toContain('Invalid Bill/Virtual Account not found')
  const { view } = await choose('echannel')
  const mandiri = await page(view.simulator_url ?? '')
  expect(await send(mandiri, { company_code: '88888' })).toContain('Invalid Bill/Virtual Account not found')
  expect(await send(mandiri)).toContain('value="46000"')
})

test("Indomaret's cashier can take a payment back", async () => {
  const { orderId, view } = await choose('indomaret')
  const receipt = await send(await send(await page(view.simulator_url ?? '')))
  expect(receipt).toContain('Success Transaction')
  expect(await send(receipt)).toContain('Success Reversal')
  expect((await sandbox.status(orderId)).transaction_status).toBe('deny')
  expect(await send(receipt)).toContain('alert-danger')
})
