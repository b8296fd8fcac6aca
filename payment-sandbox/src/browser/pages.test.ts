import { paymentMethodNames } from '@camilan/contract/payment-methods'
import { expect, test } from 'vitest'
import { unescaped, useSandbox } from '../testing/start-sandbox.ts'

const sandbox = useSandbox()

let orders = 0

/** A page on which a customer chooses this method. */
async function choose(method: string, { qr = false, extra = {} } = {}) {
  const orderId = `WAY-${++orders}`
  const { token } = (await sandbox.create(orderId, { enabled_payments: [method], ...extra })).body
  const chosen = await sandbox.page(token, { payment_type: method, qr: String(qr) })
  return { orderId, token, ...chosen, simulator: simulatorOn(chosen.text) }
}

/** The link to the simulator or the app, and what the QR is. */
const simulatorOn = (text: string) => /href="([^"]+)" target="_blank"/.exec(text)?.[1] ?? ''
const qrOn = (text: string) => /<img class="qr" src="([^"]+)"/.exec(text)?.[1]

async function open(path: string): Promise<string> {
  return unescaped(await (await fetch(new URL(path, sandbox.origin))).text())
}

/** Sends a simulator's form with the values that it holds, and those given. */
async function send(text: string, changes: Record<string, string> = {}): Promise<string> {
  const [, action = '', method = ''] = /<form[^>]* action="([^"]+)"( method="post")?>/.exec(text) ?? []
  const inputs = [...text.matchAll(/<input [^>]*?name="([^"]+)" value="([^"]*)"/g)]
  const fields = new URLSearchParams(inputs.map(([, name = '', value = '']): [string, string] => [name, value]))
  for (const [name, value] of Object.entries(changes)) fields.set(name, value)
  if (!method) return open(`${action}?${fields}`)
  const response = await fetch(new URL(action, sandbox.origin), { method: 'POST', body: fields })
  return unescaped(await response.text())
}

const common =
  'finish_redirect_url fraud_status gross_amount order_id payment_type status_code status_message transaction_id transaction_status transaction_time'
const virtualAccount = `${common} pdf_url va_numbers`
const store = `${common} payment_code pdf_url`

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
  alfamart: [store, store, 'cstore'],
  indomaret: [store.replace('fraud_status ', ''), store.replace('fraud_status ', ''), 'cstore'],
}

test.each(Object.keys(results))('%s is paid in its simulator, and snap.js gets its result', async (name) => {
  const [method = ''] = name.split(' by ')
  const qr = !['gopay', 'shopeepay'].includes(name) // what a wide screen asks for, with every method
  const { orderId, token, left, simulator } = await choose(method, { qr })
  const keys = (result: object | undefined) => Object.keys(result ?? {}).sort()
  const sorted = (text = '') => text.split(' ').sort()
  expect(left).toMatchObject({
    callback: 'onPending',
    result: { status_code: '201', payment_type: results[name]?.[2] },
  })
  expect(keys(left?.result)).toEqual(sorted(results[name]?.[0]))

  const bill = await open(simulator)
  expect(bill).toContain('Rp46.000')
  expect(await send(bill)).toContain('alert-success')
  expect((await sandbox.status(orderId)).transaction_status).toBe('settlement')
  const paid = await sandbox.page(token, {})
  expect(paid.left).toMatchObject({ callback: 'onSuccess', result: { gross_amount: '46000.00' } })
  expect(keys(paid.left?.result)).toEqual(sorted(results[name]?.[1]))
  expect(await send(bill)).toContain('sudah dibayar')
})

test('all methods of the table have a result here', () => {
  const tested = new Set(Object.keys(results).map((name) => name.split(' ')[0]))
  expect([...tested].sort()).toEqual([...paymentMethodNames].sort())
})

test('only the popup may be framed, and no page allows inline scripts', async () => {
  const { token } = (await sandbox.create('FRAMED')).body
  const policyOf = async (path: string) => (await fetch(sandbox.origin + path)).headers.get('content-security-policy')
  expect(await policyOf(`/snap/v4/popup/${token}`)).toMatch(/script-src 'self'; .*frame-ancestors \*$/)
  expect(await policyOf(`/snap/v4/redirection/${token}`)).toMatch(/frame-ancestors 'none'$/)
  expect(await policyOf('/bca/va/index')).not.toContain('unsafe')
})

test('a choice is final: a second one, and opening the page again, show what the first has made', async () => {
  const extra = { enabled_payments: ['bni_va', 'indomaret'] }
  const { token, state, simulator } = await choose('bni_va', { extra })
  expect(await sandbox.page(token, { payment_type: 'indomaret' })).toMatchObject({ state })
  const again = await sandbox.page(token)
  expect(again.state).toBe(state)
  expect(simulatorOn(again.text)).toBe(simulator)
})

test('a method that is not offered is not chosen', async () => {
  const { state } = await choose('bri_va', { extra: { enabled_payments: ['bni_va'] } })
  expect(state).toMatch(/^open/)
})

test('after a QR has run out another method is chosen only with the switch allowRetry', async () => {
  const { token, state } = await choose('other_qris', { extra: { enabled_payments: ['other_qris', 'bni_va'] } })
  await sandbox.call('POST', '/_sandbox/clock', { advanceSeconds: 15 * 60 })
  expect((await sandbox.page(token)).text).not.toContain('Pilih cara bayar lain')
  expect((await sandbox.page(token, { payment_type: 'bni_va' })).state).toMatch(/^expired/)
  await sandbox.set({ allowRetry: true })
  expect((await sandbox.page(token)).text).toContain('Pilih cara bayar lain')
  const second = await sandbox.page(token, { payment_type: 'bni_va' })
  expect(second.text).toContain('id="vaField"')
  expect(second.state).toMatch(/^pending/)
  expect(second.state).not.toBe(state)
})

test('a reload shows the QR again, unless the switch says that it is lost', async () => {
  const { token, text, state } = await choose('other_qris')
  expect(qrOn((await sandbox.page(token)).text)).toBe(qrOn(text))
  await sandbox.set({ showQrAgain: false })
  const lost = await sandbox.page(token)
  expect(lost.state).toBe(state)
  expect(qrOn(lost.text)).toBeUndefined()
  expect(qrOn((await choose('other_qris')).text)).toEqual(expect.any(String))
})

test('a popup opens neither with another client key nor with an unknown token, nor a second time after the payment', async () => {
  const { token, orderId } = await choose('bca_va')
  const otherKey = await sandbox.page(token, undefined, 'SB-Mid-client-other')
  expect(otherKey).toMatchObject({ status: 401, left: { callback: 'onError', result: { status_code: '401' } } })
  expect(await sandbox.page('unknown')).toMatchObject({ status: 404, left: { callback: 'onClose' } })
  await sandbox.act(orderId, 'pay')
  expect((await sandbox.page(token)).left).toMatchObject({ callback: 'onError', result: { status_code: '406' } })
})

test("the X of a pending payment is reported as the switch says, the bank's refusal as an error", async () => {
  const { token, orderId, dismissed } = await choose('bca_va')
  expect(dismissed).toEqual({ callback: 'onClose' })
  await sandbox.set({ closeAfterVa: 'onPending' })
  expect((await sandbox.page(token)).dismissed).toMatchObject({ callback: 'onPending', result: { order_id: orderId } })
  await sandbox.act(orderId, 'deny')
  expect((await sandbox.page(token)).left).toMatchObject({ callback: 'onError', result: { status_code: '202' } })
})

test('the page of redirect_url pays and leads to the finish URL, with its query and the outcome', async () => {
  const { body } = await sandbox.create('FINISH-1', { callbacks: { finish: 'https://shop.test/done?from=pay' } })
  await sandbox.act('FINISH-1', 'charge')
  const paid = await fetch(body.redirect_url, { method: 'POST', body: new URLSearchParams({ simulate: 'paid' }) })
  expect(unescaped(await paid.text())).toContain(
    'href="https://shop.test/done?from=pay&order_id=FINISH-1&status_code=200&transaction_status=settlement"',
  )
})

test("the scanner takes a QR image's address, and a failure in the app leaves the payment pending", async () => {
  const { orderId, text } = await choose('other_qris')
  const scanner = await open('/v2/qris/index')
  expect(await send(scanner, { qrCodeUrl: 'https://shop.test/photo.png' })).toContain('Tagihan tidak ditemukan')
  const bill = await send(scanner, { qrCodeUrl: qrOn(text) ?? '' })
  expect(await send(bill, { result: 'failure' })).toContain('alert-danger')
  expect((await sandbox.status(orderId)).transaction_status).toBe('pending')
})

test.each(['success', 'failure', 'abort'])("a wallet's app goes back to the merchant with %s", async (result) => {
  const gopay = { enable_callback: true, callback_url: 'https://shop.test/back?from=app' }
  const { orderId, simulator } = await choose('gopay', { extra: { gopay } })
  const left = await send(await open(simulator), { result })
  expect(left).toContain(`https://shop.test/back?from=app&order_id=${orderId}&result=${result}`)
  expect((await sandbox.status(orderId)).transaction_status).toBe(result === 'success' ? 'settlement' : 'pending')
})

test('a bank knows only its own numbers, and Mandiri asks for the company code too', async () => {
  const bri = new URL((await choose('bri_va')).simulator, sandbox.origin).searchParams.get('vaNumber')
  expect(await open(`/openapi/va/index?bank=cimb&vaNumber=${bri}`)).toContain('Tagihan tidak ditemukan')
  const { simulator } = await choose('echannel')
  expect(await open(simulator.replace('company_code=70012', 'company_code=88888'))).toContain('Tagihan tidak ditemukan')
  expect(await open(simulator)).toContain('Rp46.000')
})

test('names are escaped', async () => {
  const { simulator } = await choose('bca_va', { extra: { customer_details: { first_name: '<b>Ani</b>' } } })
  expect(await (await fetch(new URL(simulator, sandbox.origin))).text()).toContain('&lt;b&gt;Ani')
})

test("Indomaret's cashier can take a payment back", async () => {
  const { orderId, simulator } = await choose('indomaret')
  const receipt = await send(await open(simulator))
  expect(await send(receipt, { result: 'reversal' })).toContain('ditarik kembali')
  expect((await sandbox.status(orderId)).transaction_status).toBe('deny')
  expect(await send(receipt, { result: 'reversal' })).toContain('alert-danger')
})
