import type { MoneyMatter } from '@camilan/contract/money'
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { Refund } from '@camilan/contract/refunds'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '../../../platform/clock.ts'
import { useShop } from '../../../testing/make-shop.ts'
import { setSettings } from '../../../testing/settings.ts'
import { useOpened } from '../../../testing/use-opened.ts'
import { readBalance } from '../../book/entries.ts'
import { PaymentKeysUnknown } from '../../errors.ts'
import { readAskedRefunds } from './send-refund.ts'

const shop = useShop()
let id: string

const ani = useOpened(() => shop.customer({ name: 'Ani' }))
const admin = useOpened(() => shop.admin())

beforeAll(async () => {
  await setSettings(admin, { payment_methods: ['other_qris', 'gopay', 'shopeepay', 'bca_va'] })
})
beforeEach(() => buy('other_qris'))

/** An order that is paid by this method. */
async function buy(method: PaymentMethod): Promise<void> {
  id = await shop.unpaidOrder(ani)
  await shop.sandbox.charge(id, method)
  await shop.sandbox.pay(id)
  await shop.sandbox.webhookStatuses(id)
}

const cancel = (body = {}) => admin.ask('POST', `/admin/orders/${id}/cancel`, { body })
const promiseAllowance = (amount: number) =>
  admin.ask('POST', `/admin/orders/${id}/refunds`, { body: { amount, reason: 'Satu toples pecah' } })
const send = (refundId = id, password = admin.password) =>
  admin.ask<Refund>('POST', `/admin/refunds/${refundId}/send`, { body: { current_password: password } })
const rows = () =>
  shop.db.selectFrom('refunds').selectAll().where('attempt_id', '=', id).orderBy('refund_key').execute()
const refundCalls = () =>
  shop.sandbox.calls
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/refund'))
    .map(({ body, path }) => ({ body, path }))
const alarms = async () => (await admin.messages(id)).filter((message) => message.includes('penyedia pembayaran'))
const told = async () => (await ani.messages(id)).filter((message) => message.includes('sudah kami kembalikan'))
const firstKey = async () => (await rows())[0]?.refund_key ?? ''
const transactionId = async () =>
  (await shop.db.selectFrom('payment_attempts').select('transaction_id').where('id', '=', id).executeTakeFirstOrThrow())
    .transaction_id

describe('a refund goes back through the gateway:', () => {
  test('by its transaction id, with a key of its own; two notifications count once and raise no alarm', async () => {
    await cancel({ reason: 'Stok habis' })
    const answer = await send()
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { state: 'done', way: 'gateway', done_by: admin.name } },
    })
    expect(refundCalls().at(-1)).toEqual({
      path: `/v2/${await transactionId()}/refund`,
      body: { refund_key: await firstKey(), amount: 46_000, reason: 'Stok habis' },
    })
    await expect.poll(async () => (await rows())[0]?.bank_confirmed_at).not.toBeNull()
    await shop.sandbox.webhookStatuses(id)
    expect(await rows()).toMatchObject([{ state: 'done', done_by: admin.id, amount_idr: 46_000 }])
    expect([await alarms(), (await told()).length]).toEqual([[], 1])
    expect((await ani.order(id)).transaction.refunded_at).not.toBeNull()
    const changes = (await admin.ask<{ changes: object[] }[]>('GET', `/admin/orders/${id}/audit`)).body.data[0]?.changes
    expect(changes).toEqual([{ field: 'refund_asked', before: null, after: 46_000 }])
    const calls = refundCalls().length
    expect((await send()).status).toBe(200)
    expect(refundCalls()).toHaveLength(calls)
  })

  test('in parts, while the order goes on', async () => {
    await promiseAllowance(5_000)
    await promiseAllowance(6_000)
    for (const { id: one } of await rows()) expect((await send(one)).body.data.state).toBe('done')
    await expect.poll(async () => (await rows()).every(({ bank_confirmed_at: at }) => at !== null)).toBe(true)
    await shop.sandbox.webhookStatuses(id)
    expect(await alarms()).toEqual([])
    expect((await ani.order(id)).status).toBe('DIBAYAR')
  })

  test('of money that arrived too late', async () => {
    id = await shop.unpaidOrder(ani)
    await shop.sandbox.charge(id, 'other_qris')
    await ani.setStatus(id, 'DIBATALKAN')
    await shop.sandbox.pay(id, { force: true })
    await shop.sandbox.webhookStatuses(id)
    expect((await send()).body.data).toMatchObject({ state: 'done', reason: 'CANCELLED' })
  })

  test('only after the right password, and where the method allows it', async () => {
    await cancel()
    expect(await send(id, 'salah-sekali')).toMatchObject({ status: 400, body: { code: 'WRONG_PASSWORD' } })
    expect((await send('TIDAK-ADA')).status).toBe(404)
    await buy('bca_va')
    await cancel()
    expect(await send()).toMatchObject({
      status: 409,
      body: { errors: expect.stringContaining('BCA Virtual Account') },
    })
    await buy('shopeepay')
    await promiseAllowance(5_000)
    expect((await send()).status).toBe(409)
    expect((await rows()).map(({ state }) => state)).toEqual(['due'])
  })

  test('it is stored as asked before the call, and a press meanwhile asks nothing', async () => {
    await cancel()
    const held = shop.sandbox.holdCall('POST', `/v2/${await transactionId()}/refund`)
    const before = refundCalls().length
    const first = send()
    await held.arrived
    expect(await rows()).toMatchObject([{ state: 'asked', asked_at: shop.clock(), asked_by: admin.id }])
    expect((await send()).body.data.state).toBe('asked')
    held.release()
    expect((await first).body.data.state).toBe('done')
    expect(refundCalls()).toHaveLength(before + 1)
  })
})

describe('a refund that the gateway refuses is due again, with the reason:', () => {
  test.each([
    [
      'the bank denies it, and the payment stays settled',
      { refundOutcome: 'denied' },
      'Bank menolak pengembalian ini.',
    ],
    [
      'the balance is too low',
      { refundOutcome: 'balance-too-low' },
      'Saldo Midtrans tidak cukup, atau jumlahnya tidak diterima.',
    ],
    [
      'its status does not allow it',
      { refundOutcome: 'not-refundable' },
      'Midtrans tidak bisa mengembalikan pembayaran ini, misalnya karena batas waktunya sudah lewat.',
    ],
    ['it is not known there', { refundOutcome: 'unknown' }, 'Midtrans tidak mengenal pembayaran ini.'],
    ['the key is refused', { refuseServerKey: true }, 'Midtrans menolak kunci toko.'],
  ] as const)('%s', async (_, faults, refused) => {
    await cancel()
    await shop.sandbox.setFaults(faults)
    expect((await send()).body.data).toMatchObject({ state: 'due', refused })
    expect([await told(), await alarms()]).toEqual([[], []])
    await shop.sandbox.reset()
    expect((await send()).body.data).toMatchObject({ state: 'done', refused: null })
  })

  test('the window has passed: it is not asked; 7 days where another app has paid the QR', async () => {
    await shop.sandbox.setFaults({ qrIssuer: 'dana' })
    await buy('other_qris')
    await cancel()
    await shop.advanceClock(days(7) + 1)
    const before = refundCalls().length
    expect((await send()).status).toBe(409)
    expect(refundCalls()).toHaveLength(before)
  })
})

describe('a lost answer is read from the gateway’s record:', () => {
  test('the connection breaks after it was made', async () => {
    await cancel()
    await shop.sandbox.setFaults({ refund: 'lost-reply', webhook: 'drop' })
    expect((await send()).body.data).toMatchObject({ state: 'done', way: 'gateway' })
    expect((await told()).length).toBe(1)
  })

  test('a used key is answered with 406', async () => {
    await cancel()
    await shop.sandbox.setFaults({ webhook: 'drop' })
    await shop.sandbox.refund(id, { key: await firstKey() })
    expect((await send()).body.data).toMatchObject({ state: 'done', way: 'gateway' })
  })

  test('while the gateway is silent it stays asked, and can’t be recorded as made by hand', async () => {
    await cancel()
    await shop.sandbox.setFaults({ refund: 'bad-json', status: 'error', webhook: 'drop' })
    expect((await send()).body.data.state).toBe('asked')
    const byHand = await admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: 'Transfer' } })
    expect(byHand).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
    await shop.advanceClock(minutes(1))
    await readAskedRefunds(shop.payments)
    expect(await rows()).toMatchObject([{ state: 'asked' }])
    await shop.sandbox.reset()
    await readAskedRefunds(shop.payments)
    expect(await rows()).toMatchObject([{ state: 'asked' }])
    await shop.advanceClock(minutes(5))
    await readAskedRefunds(shop.payments)
    expect(await rows()).toMatchObject([{ state: 'due', refused: 'Midtrans tidak mencatat pengembalian ini.' }])
  })

  test('the first refund after a restore is sent, although the lost one had the same number', async () => {
    await promiseAllowance(5_000)
    await shop.sandbox.setFaults({ webhook: 'drop' })
    const { body } = await send()
    expect(body.data.state).toBe('done')
    await shop.db.deleteFrom('refunds').where('attempt_id', '=', id).execute()
    await promiseAllowance(7_000)
    expect((await send()).body.data.state).toBe('done')
    const headers = { authorization: shop.sandbox.authorization }
    const response = await fetch(`${shop.sandbox.origin}/v2/${id}/status`, { headers })
    expect(await response.json()).toMatchObject({ refund_amount: '12000.00' })
  })

  test.each([1, 10])(
    'a process that died after the call: the job finds %i min later that it was made',
    async (count) => {
      await cancel()
      await shop.sandbox.setFaults({ webhook: 'drop' })
      await shop.sandbox.refund(id, { key: await firstKey() })
      const asked = { state: 'asked', asked_at: shop.clock(), asked_by: admin.id } as const
      await shop.db.updateTable('refunds').set(asked).where('attempt_id', '=', id).execute()
      await shop.advanceClock(minutes(count))
      await readAskedRefunds(shop.payments)
      expect(await rows()).toMatchObject([{ state: 'done', way: 'gateway', done_by: admin.id }])
    },
  )
})

describe('a refund whose answer stays away is listed as stuck:', () => {
  const stuck = async () =>
    ((await admin.ask<MoneyMatter[]>('GET', '/admin/money')).body.data ?? []).filter(
      ({ kind, order }) => kind === 'refund-stuck' && order?.id === id,
    )
  const record = (action: 'done' | 'undo') =>
    admin.ask('POST', `/admin/refunds/${id}/${action}`, action === 'done' ? { body: { note: 'Dasbor, 20/11' } } : {})

  /** The gateway is silent for as long. */
  async function askInVain(ms: number): Promise<void> {
    await cancel()
    await shop.sandbox.setFaults({ refund: 'error', status: 'error', webhook: 'drop' })
    await send()
    await shop.advanceClock(ms)
    await readAskedRefunds(shop.payments)
  }

  test('after an hour, and not before', async () => {
    await askInVain(hours(1) - 1)
    expect(await stuck()).toEqual([])
    for (const action of ['done', 'undo'] as const) expect((await record(action)).status).toBe(409)
    await shop.advanceClock(1)
    await readAskedRefunds(shop.payments)
    expect(await stuck()).toMatchObject([{ amount: 46_000, reason: null }])
  })

  test('the dashboard shows it: it was made, and a mistake is taken back', async () => {
    await askInVain(hours(1))
    expect((await record('done')).status).toBe(200)
    expect(await rows()).toMatchObject([{ state: 'done', way: 'gateway', note: 'Dasbor, 20/11', done_by: admin.id }])
    expect([await stuck(), (await told()).length]).toEqual([[], 1])
    expect((await record('undo')).status).toBe(200)
    expect(await rows()).toMatchObject([{ state: 'due', way: null, note: null }])
    await shop.sandbox.reset()
    expect((await send()).body.data).toMatchObject({ state: 'done', is_undoable: false })
    await shop.sandbox.webhookStatuses(id)
    expect([(await record('undo')).status, await alarms()]).toEqual([404, []])
  })

  test('recorded as made, and reported by the gateway later: it is the same money', async () => {
    await askInVain(hours(1))
    await record('done')
    await shop.sandbox.reset()
    await shop.sandbox.refund(id, { key: await firstKey() })
    await expect.poll(async () => (await rows())[0]?.gateway_id).toBeTruthy()
    expect([(await rows()).length, await alarms(), (await told()).length]).toEqual([1, [], 1])
  })

  test('the dashboard does not show it: it is due again, and its buyer, who was told nothing, is told nothing', async () => {
    await askInVain(hours(1))
    expect((await record('undo')).status).toBe(200)
    expect(await rows()).toMatchObject([{ state: 'due', refused: 'Menurut dasbor Midtrans dana ini belum kembali.' }])
    expect((await ani.messages(id)).filter((message) => message.includes('Koreksi'))).toEqual([])
    const [change] = (await admin.ask<{ changes: object[] }[]>('GET', `/admin/orders/${id}/audit`)).body.data
    expect(change?.changes).toEqual([{ field: 'refund_asked', before: 46_000, after: null }])
  })

  test('at once where the keys of its payment are gone', async () => {
    await askInVain(minutes(1))
    expect(await stuck()).toEqual([])
    const gateways = { ...shop.payments.gateways, of: () => Promise.reject(new PaymentKeysUnknown()) }
    await readAskedRefunds({ ...shop.payments, gateways })
    expect(await stuck()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ refused: 'Kunci Midtrans untuk pembayaran ini tidak diketahui.' }])
    await shop.sandbox.reset()
    await shop.advanceClock(minutes(5))
    await readAskedRefunds(shop.payments)
    expect(await rows()).toMatchObject([{ state: 'due', refused: 'Midtrans tidak mencatat pengembalian ini.' }])
  })
})

describe('a refund at the gateway’s dashboard:', () => {
  test('becomes a row, once, and raises an alarm where nobody decided it', async () => {
    await shop.sandbox.refund(id, { amount: 6_000 })
    await expect.poll(async () => (await rows())[0]?.bank_confirmed_at).toBeTruthy()
    await shop.sandbox.webhookStatuses(id)
    expect(await rows()).toMatchObject([{ amount_idr: 6_000, reason: 'OUTSIDE', state: 'done', way: 'outside' }])
    expect((await alarms()).length).toBeGreaterThan(0)
  })

  test('settles the refund that was due', async () => {
    await cancel()
    await shop.sandbox.refund(id)
    await expect.poll(async () => (await rows())[0]?.state).toBe('done')
    await shop.sandbox.webhookStatuses(id)
    expect(await rows()).toMatchObject([{ amount_idr: 46_000, way: 'outside', done_by: null }])
    expect(await alarms()).toEqual([])
  })

  test('of a part of what is due leaves the rest due', async () => {
    await cancel()
    await shop.sandbox.refund(id, { amount: 6_000 })
    await expect.poll(async () => (await rows()).length).toBe(2)
    await shop.sandbox.webhookStatuses(id)
    expect((await rows()).map(({ amount_idr, state }) => [amount_idr, state]).sort()).toEqual([
      [40_000, 'due'],
      [6_000, 'done'],
    ])
    expect((await send()).body.data).toMatchObject({ state: 'done', amount: 40_000 })
  })

  test('of one that was recorded by hand is the same money only when an administrator says so', async () => {
    await cancel()
    await admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: 'Lewat dasbor Midtrans' } })
    await shop.sandbox.refund(id)
    await expect.poll(async () => (await rows()).length).toBe(2)
    await shop.sandbox.webhookStatuses(id)
    const balance = async () => (await readBalance(shop.db, id)).due
    expect(await balance()).toBe(-46_000)
    expect((await alarms()).length).toBeGreaterThan(0)
    const hand = (await rows()).find(({ way }) => way === 'hand')
    expect((await admin.ask('POST', `/admin/refunds/${hand?.id}/undo`)).status).toBe(200)
    expect(await balance()).toBe(0)
    const { data } = (await admin.ask<Refund[]>('GET', '/admin/refunds')).body
    expect(data.filter(({ order_id }) => order_id === id)).toEqual([])
  })
})
