/** The fields of each method in webhooks and GET status, by docs.midtrans.com and webhooks of the real sandbox. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMerchant, startSandbox } from '../testing/start-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let merchant: Awaited<ReturnType<typeof startMerchant>>
beforeAll(async () => {
  merchant = await startMerchant(200)
  sandbox = await startSandbox({ defaultNotificationUrl: merchant.url })
})
afterAll(async () => {
  await sandbox.close()
  await merchant.close()
})

const customer_details = { first_name: 'Budi', email: 'budi@example.test', phone: '+628120000000' }

const common = [
  ...['transaction_time', 'transaction_status', 'transaction_id', 'status_message', 'status_code', 'signature_key'],
  ...['payment_type', 'order_id', 'merchant_id', 'gross_amount', 'expiry_time', 'currency'],
]
const fraud = 'fraud_status'
const onUs = ['acquirer', 'issuer', 'transaction_type', 'merchant_cross_reference_id', 'pop_id', 'customer_details']
const shopee = ['shopeepay_reference_number', 'reference_id']

test.each([
  ['bca_va', { payment_type: 'bank_transfer' }, [fraud, 'va_numbers', 'payment_amounts'], []],
  ['bni_va', { payment_type: 'bank_transfer' }, [fraud, 'va_numbers', 'payment_amounts'], []],
  ['bri_va', { payment_type: 'bank_transfer' }, [fraud, 'va_numbers', 'payment_amounts'], []],
  ['cimb_va', { payment_type: 'bank_transfer' }, [fraud, 'va_numbers'], []],
  ['permata_va', { payment_type: 'bank_transfer' }, [fraud, 'permata_va_number'], []],
  ['echannel', { payment_type: 'echannel', biller_code: '70012' }, [fraud, 'biller_code', 'bill_key'], []],
  ['other_qris', { payment_type: 'qris', acquirer: 'gopay' }, [fraud, 'acquirer'], onUs.slice(1)],
  ['gopay', { payment_type: 'gopay' }, [fraud], ['payment_option_type']],
  ['gopay qr', { payment_type: 'qris', acquirer: 'gopay' }, [fraud, 'acquirer'], onUs.slice(1)],
  ['shopeepay', { payment_type: 'shopeepay' }, [fraud], shopee],
  ['shopeepay qr', { payment_type: 'qris' }, [fraud, 'acquirer'], [...onUs.slice(1), ...shopee]],
  ['indomaret', { payment_type: 'cstore', store: 'indomaret' }, ['store', 'payment_code'], ['approval_code']],
  ['alfamart', { payment_type: 'cstore', store: 'alfamart' }, [fraud, 'store', 'payment_code'], []],
])('%s has its fields while pending and after settlement', async (name, values, pendingKeys, settledKeys) => {
  const id = name.replace(/\W/g, '-')
  const [method, qr] = name.split(' ')
  await sandbox.create(id, { enabled_payments: [method], customer_details })
  await sandbox.act(id, 'charge', { method, qr: qr === 'qr' })
  const { actions, ...pending } = await sandbox.status(id)
  expect(actions !== undefined).toBe(name === 'shopeepay')
  expect(pending).toMatchObject({ ...values, status_code: '201', transaction_status: 'pending' })
  expect(Object.keys(pending).sort()).toEqual([...common, ...pendingKeys].sort())
  await sandbox.act(id, 'pay')
  const { actions: _, ...settled } = await sandbox.status(id)
  expect(settled).toMatchObject({ ...values, status_code: '200', transaction_status: 'settlement' })
  const keys = [...common, 'settlement_time', ...pendingKeys, ...settledKeys].sort()
  expect(Object.keys(settled).sort()).toEqual(keys)
  const webhooks = () => merchant.received.map(({ body }) => body).filter(({ order_id }) => order_id === id)
  await vi.waitFor(() => expect(webhooks()).toHaveLength(2))
  const changed = { status_message: 'midtrans payment notification' }
  expect(webhooks()).toContainEqual({ ...pending, ...changed })
  expect(webhooks()).toContainEqual({ ...settled, ...changed })
})

test('BNI reports what was paid, and banks are named beside their numbers', async () => {
  expect(await sandbox.status('bni_va')).toMatchObject({
    va_numbers: [{ bank: 'bni', va_number: expect.stringMatching(/^\d{16}$/) }],
    payment_amounts: [{ paid_at: expect.any(String), amount: '46000.00' }],
  })
  expect(await sandbox.status('bri_va')).toMatchObject({ va_numbers: [{ bank: 'bri' }], payment_amounts: [] })
})

test('a QR paid by another app is off-us and has no cross reference', async () => {
  await sandbox.set({ qrIssuer: 'dana' })
  await sandbox.create('OFF-US', { enabled_payments: ['other_qris'] })
  await sandbox.act('OFF-US', 'pay')
  await sandbox.set({ qrIssuer: 'own' })
  const body = await sandbox.status('OFF-US')
  expect(body).toMatchObject({ acquirer: 'gopay', issuer: 'dana', transaction_type: 'off-us' })
  expect(body).not.toHaveProperty('merchant_cross_reference_id')
})

test.each([
  ['gopay', {}, 15],
  ['gopay', { expiry: { duration: 5, unit: 'minutes' } }, 5],
  ['gopay', { expiry: { duration: 2, unit: 'days' } }, 15],
  ['bri_va', {}, 24 * 60],
  ['bri_va', { expiry: { duration: 2, unit: 'days' } }, 48 * 60],
] as const)('%s with %j runs out after %i minutes', async (method, extra, minutes) => {
  const id = `life-${method}-${JSON.stringify(extra).length}`
  await sandbox.create(id, { enabled_payments: [method], ...extra })
  const { body } = await sandbox.act(id, 'charge')
  expect(body.charge.expiresAt - body.charge.chargedAt).toBe(minutes * 60_000)
})

test('another try, asked for by the id of an expired transaction, leaves the newer one as it is', async () => {
  await sandbox.set({ allowRetry: true })
  await sandbox.create('RETRY')
  const first = (await sandbox.act('RETRY', 'charge')).body.charge
  await sandbox.act('RETRY', 'expire')
  const second = (await sandbox.act('RETRY', 'charge')).body.charge
  await sandbox.act('RETRY', 'pay')
  await sandbox.act(first.transactionId, 'charge')
  await sandbox.set({ allowRetry: false })
  for (const id of ['RETRY', second.transactionId]) {
    expect(await sandbox.status(id)).toMatchObject({
      transaction_id: second.transactionId,
      transaction_status: 'settlement',
    })
  }
})

test('with the switch the expiry of the request also holds for a QR', async () => {
  await sandbox.set({ shortLives: false })
  await sandbox.create('LONG-QR', { enabled_payments: ['other_qris'], expiry: { duration: 24, unit: 'hours' } })
  const { body } = await sandbox.act('LONG-QR', 'charge')
  await sandbox.set({ shortLives: true })
  expect(body.charge.expiresAt - body.charge.chargedAt).toBe(24 * 3_600_000)
})

test('a method is offered within its limits, if it is activated; unknown names are ignored', async () => {
  const offered = async (id: string, gross_amount: number, enabled_payments?: string[]) => {
    const { body } = await sandbox.create(id, { transaction_details: { order_id: id, gross_amount }, enabled_payments })
    const { text } = await sandbox.page(body.token)
    return [...text.matchAll(/name="payment_type" value="(\w+)"/g)].map(([, name]) => name)
  }
  expect(await offered('L-1', 9_999, ['bca_va', 'indomaret', 'bni_va', 'qris'])).toEqual(['bni_va'])
  expect(await offered('L-2', 10_000_001, ['other_qris', 'gopay', 'cstore'])).toEqual(['gopay'])
  expect(await offered('L-3', 46_000)).toHaveLength(11)
  await sandbox.set({ inactiveMethod: 'gopay' })
  expect(await offered('L-4', 46_000, ['gopay', 'bank_transfer'])).toEqual([
    'bca_va',
    'bni_va',
    'bri_va',
    'permata_va',
    'cimb_va',
  ])
  await sandbox.set({ inactiveMethod: 'none' })
})

test('a number ends with the digits of the request', async () => {
  await sandbox.create('SUFFIX', { enabled_payments: ['permata_va'], permata_va: { va_number: '0000012345' } })
  const { body } = await sandbox.act('SUFFIX', 'charge')
  expect(body.charge.vaNumber).toMatch(/^\d{6}0000012345$/)
  const { body: refused } = await sandbox.create('SUFFIX-2', { permata_va: { va_number: '12345' } })
  expect(refused.error_messages).toEqual(['permata_va.va_number format is invalid'])
})

test.each(['permata_va', 'echannel', 'indomaret'])('a settlement of %s can be withdrawn', async (method) => {
  await sandbox.create(`back-${method}`, { enabled_payments: [method] })
  await sandbox.act(`back-${method}`, 'pay')
  await sandbox.act(`back-${method}`, 'reverse')
  expect(await sandbox.status(`back-${method}`)).toMatchObject({ status_code: '202', transaction_status: 'deny' })
})

test('other settlements stay, but any can be charged back', async () => {
  await sandbox.create('STAYS', { enabled_payments: ['bri_va'] })
  expect((await sandbox.act('STAYS', 'chargeback')).status).toBe(409)
  await sandbox.act('STAYS', 'pay')
  expect((await sandbox.act('STAYS', 'reverse')).status).toBe(409)
  await sandbox.act('STAYS', 'chargeback')
  expect(await sandbox.status('STAYS')).toMatchObject({ status_code: '200', transaction_status: 'chargeback' })
})
