import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startMerchant, startSandbox } from '../testing/start-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let merchant: Awaited<ReturnType<typeof startMerchant>>
beforeAll(async () => {
  merchant = await startMerchant(200)
  sandbox = await startSandbox({ defaultNotificationUrl: merchant.url })
})
afterEach(() => sandbox.call('DELETE', '/_sandbox/switches'))
afterAll(async () => {
  await sandbox.close()
  await merchant.close()
})

async function paid(id: string, method = 'other_qris'): Promise<string> {
  await sandbox.create(id, { enabled_payments: [method] })
  await sandbox.act(id, 'pay')
  return (await sandbox.status(id)).transaction_id
}
const refund = async (id: string, body: object, path = 'refund') =>
  (await sandbox.call('POST', `/v2/${id}/${path}`, body)).body
const part = (key: string, amount = 6_000) => ({ refund_key: key, amount, reason: 'stok habis' })

test('parts are refunded by either id until all is back, and refunds are listed', async () => {
  const transactionId = await paid('PARTS')
  expect(await refund(transactionId, part('r1'))).toMatchObject({
    status_code: '200',
    status_message: 'Success, refund request is approved',
    transaction_status: 'partial_refund',
    gross_amount: '46000.00',
    refund_amount: '6000.00',
    refund_key: 'r1',
  })
  expect(await refund('PARTS', part('r2', 40_001))).toMatchObject({ status_code: '414' })
  expect(await refund('PARTS', { refund_key: 'r3' }, 'refund/online/direct')).toMatchObject({
    status_message: 'Success, refund request is approved by the bank',
    transaction_status: 'refund',
    refund_amount: '40000.00',
  })
  expect(await sandbox.status('PARTS')).toMatchObject({
    status_code: '200',
    transaction_status: 'refund',
    refund_amount: '46000.00',
    refunds: [
      { refund_key: 'r1', refund_amount: '6000.00', reason: 'stok habis', refund_method: 'online' },
      { refund_key: 'r3', refund_amount: '40000.00' },
    ],
  })
  expect(await refund('PARTS', part('r4'))).toMatchObject({ status_code: '412' })
})

test('a refund is notified twice: the second time with the confirmation of the bank', async () => {
  await sandbox.set({ refundConfirmSeconds: 20 })
  await paid('TWO-HOOKS')
  await refund('TWO-HOOKS', part('r1'))
  const refunds = () =>
    merchant.received.flatMap(({ body }) => (body.order_id === 'TWO-HOOKS' && body.refunds ? [body.refunds] : []))
  await vi.waitFor(() =>
    expect(refunds()).toEqual([[expect.not.objectContaining({ bank_confirmed_at: expect.anything() })]]),
  )
  await sandbox.call('POST', '/_sandbox/clock', { advanceSeconds: 20 })
  await vi.waitFor(() => expect(refunds()).toHaveLength(2))
  expect(refunds()[1]).toEqual([expect.objectContaining({ refund_key: 'r1', bank_confirmed_at: expect.any(String) })])
})

test('a used key is refused, or answered again with the switch; nothing is refunded twice', async () => {
  await paid('KEYS')
  await refund('KEYS', part('same'))
  expect(await refund('KEYS', part('same'))).toMatchObject({
    status_code: '406',
    status_message: 'Duplicate refund ID',
  })
  await sandbox.set({ replayRefunds: true })
  expect(await refund('KEYS', part('same'))).toMatchObject({ status_code: '200', refund_amount: '6000.00' })
  expect(await sandbox.status('KEYS')).toMatchObject({ refund_amount: '6000.00', refunds: [{ refund_key: 'same' }] })
})

test('a denied refund and a low balance change nothing, and the key may be used again', async () => {
  await paid('DENIED')
  await sandbox.set({ refundOutcome: 'denied' })
  expect(await refund('DENIED', part('r1'))).toMatchObject({
    status_code: '202',
    transaction_status: 'settlement',
    refund_amount: '0.00',
  })
  for (const [refundOutcome, status_code] of [
    ['unknown', '404'],
    ['not-refundable', '412'],
    ['balance-too-low', '414'],
  ] as const) {
    await sandbox.set({ refundOutcome })
    expect(await refund('DENIED', part('r1'))).toMatchObject({ status_code })
  }
  expect((await sandbox.status('DENIED')).transaction_status).toBe('settlement')
  await sandbox.set({ refundOutcome: 'approved' })
  expect(await refund('DENIED', part('r1'))).toMatchObject({ status_code: '200' })
})

test('the reply can get lost after the refund was made', async () => {
  await paid('LOST')
  await sandbox.set({ refund: 'lost-reply' })
  await expect(refund('LOST', part('r1'))).rejects.toThrow('fetch failed')
  expect(await sandbox.status('LOST')).toMatchObject({ refunds: [{ refund_key: 'r1' }] })
})

test.each(['bca_va', 'bni_va', 'permata_va', 'echannel', 'indomaret', 'alfamart'])(
  '%s is not refunded',
  async (method) => {
    await paid(`NO-${method}`, method)
    expect(await refund(`NO-${method}`, part('r1'))).toMatchObject({ status_code: '412' })
  },
)

test('ShopeePay is refunded as a whole, GoPay in parts, a pending payment not at all', async () => {
  await paid('SHOPEE', 'shopeepay')
  expect(await refund('SHOPEE', part('r1'))).toMatchObject({ status_code: '414' })
  expect(await refund('SHOPEE', part('r1', 46_000))).toMatchObject({ transaction_status: 'refund' })
  await paid('GOPAY', 'gopay')
  expect(await refund('GOPAY', part('r1'))).toMatchObject({ transaction_status: 'partial_refund' })
  await sandbox.create('PENDING', { enabled_payments: ['gopay'] })
  await sandbox.act('PENDING', 'charge')
  expect(await refund('PENDING', part('r1'))).toMatchObject({ status_code: '412' })
})

test('a QR that another app has paid is refunded for 7 days only', async () => {
  await sandbox.set({ qrIssuer: 'ovo' })
  await paid('WINDOW')
  await sandbox.call('POST', '/_sandbox/clock', { advanceSeconds: 7 * 86_400 - 60 })
  expect(await refund('WINDOW', part('r1'))).toMatchObject({ status_code: '200' })
  await sandbox.call('POST', '/_sandbox/clock', { advanceSeconds: 120 })
  expect(await refund('WINDOW', part('r2'))).toMatchObject({ status_code: '412' })
})

test("a refund at Midtrans's dashboard has a key of Midtrans", async () => {
  await paid('BOARD')
  await sandbox.act('BOARD', 'refund', { amount: 1_000 })
  expect(await sandbox.status('BOARD')).toMatchObject({
    transaction_status: 'partial_refund',
    refunds: [{ refund_amount: '1000.00', refund_key: expect.stringMatching(/^[0-9a-f-]{36}$/) }],
  })
  expect(await sandbox.act('BOARD', 'refund', { amount: 45_001 })).toMatchObject({ status: 409 })
})
