/** The sandbox speaks and understands what Midtrans documents. */
import { snapBody, transactionSamples } from '@camilan/midtrans/testing/samples'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSnapRequest } from './merchant/read-snap-request.ts'
import { startMerchant, startSandbox } from './testing/start-sandbox.ts'

let merchant: Awaited<ReturnType<typeof startMerchant>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  merchant = await startMerchant(200)
})
beforeEach(async () => {
  await sandbox?.close()
  sandbox = await startSandbox({ defaultNotificationUrl: merchant.url })
})
afterAll(async () => {
  await sandbox.close()
  await merchant.close()
})

/** A body in which each value that is another one each time is only of its kind. */
function kindsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kindsIn)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, kindsIn(one)]))
  }
  const text = String(value)
  return kinds.find(([form]) => form.test(text))?.[1] ?? value
}

const kinds: [RegExp, string][] = [
  [/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'id'],
  [/^[\da-f]{128}$/, 'signature'],
  [/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, 'time'],
  [/^\d{6,}$|^1$/, 'number'],
]

test.each(transactionSamples)('$name is reported as in the sample', async ({ from, body, played }) => {
  const { method, isQr = false, paidBy = 'own', acts } = played
  await sandbox.set({ qrIssuer: paidBy })
  const id = snapBody.transaction_details.order_id
  await sandbox.create(id, { ...snapBody, enabled_payments: [method], expiry: undefined })
  for (const { act, form } of acts) expect((await sandbox.act(id, act, form ?? { method, qr: isQr })).status).toBe(200)
  const reports = async () =>
    from === 'status' ? [await sandbox.status(id)] : merchant.received.map(({ body }) => body)
  await expect.poll(async () => (await reports()).map(kindsIn)).toContainEqual(kindsIn(body))
})

test('the request of the sample is understood', () => {
  expect(readSnapRequest(snapBody, Date.parse('2026-11-20T14:00:00+07:00'))).toMatchObject({
    request: {
      orderId: 'SNACK-1001-1',
      grossAmount: 46_000,
      items: snapBody.item_details.map(({ name, price, quantity }) => ({ name, price, quantity })),
      customerName: 'Budi',
      customerEmail: 'budi@example.test',
      customerPhone: '+628120000000',
      enabledPayments: ['bca_va', 'gopay'],
      finishUrl: 'https://camilan.example/my-order/order/SNACK-1001',
      expiry: { startAt: Date.parse('2026-11-20T14:00:00+07:00'), durationMs: 90 * 60_000 },
    },
  })
})
