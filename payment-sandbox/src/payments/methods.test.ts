/** What differs between methods. Their fields in webhooks and GET status are those of the samples (samples.test.ts). */
import { expect, test } from 'vitest'
import { useSandbox } from '../testing/start-sandbox.ts'

const sandbox = useSandbox()

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
})

test('a number ends with the digits of the request', async () => {
  await sandbox.create('SUFFIX', { enabled_payments: ['permata_va'], permata_va: { va_number: '0000012345' } })
  const { body } = await sandbox.act('SUFFIX', 'charge')
  expect(body.charge.vaNumber).toMatch(/^\d{6}0000012345$/)
  const { body: refused } = await sandbox.create('SUFFIX-2', { permata_va: { va_number: '12345' } })
  expect(refused.error_messages).toEqual(['permata_va.va_number format is invalid'])
})

test('only settlements are charged back, and only those of some methods are withdrawn', async () => {
  await sandbox.create('STAYS', { enabled_payments: ['bri_va'] })
  expect((await sandbox.act('STAYS', 'chargeback')).status).toBe(409)
  await sandbox.act('STAYS', 'pay')
  expect((await sandbox.act('STAYS', 'reverse')).status).toBe(409)
})

test("GET status of a payment by ShopeePay's app has the link to it", async () => {
  await sandbox.create('APP-LINK', { enabled_payments: ['shopeepay'] })
  await sandbox.act('APP-LINK', 'charge')
  expect(await sandbox.status('APP-LINK')).toMatchObject({ actions: [{ name: 'deeplink-redirect' }] })
})
