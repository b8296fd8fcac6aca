import { fork } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { days } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import type { Customer } from '../testing/shop-client.ts'
import type { SweepTask } from '../testing/sweep-once.ts'
import { reconcile } from './reconcile.ts'

const shop = useShop()
let ani: Customer
let admin: Customer
let nastar: { id: string }

beforeEach(async () => {
  await shop.db.updateTable('users').set({ is_admin: false }).execute()
  ani = await shop.customer()
  admin = await shop.admin()
  nastar = await shop.product({ price: 40_000, stock: 100 })
})

async function placeOrders(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    await ani.addToCart(nastar, 1)
    ids.push((await ani.placeOrder()).body.data.order_id)
  }
  return ids
}

/** This process's sweep, and what it warned of. */
async function sweep(): Promise<unknown[]> {
  const warn = vi.spyOn(shop.payments.log, 'warn')
  try {
    await shop.reconcile()
    return warn.mock.calls.filter(([, message]) => message === 'not reconciled')
  } finally {
    warn.mockRestore()
  }
}

async function sweepInAnotherProcess(): Promise<unknown[]> {
  const child = fork(new URL('../testing/sweep-once.ts', import.meta.url), { execArgv: [] })
  const task: SweepTask = {
    connection: shop.connection,
    gatewayOrigin: shop.bank.origin,
    serverKey: shop.config.payments.serverKey,
    now: shop.clock().toISOString(),
  }
  child.send(task)
  const [warnings] = (await once(child, 'message')) as [unknown[]]
  if (child.exitCode === null) await once(child, 'exit')
  return warnings
}

test('two servers that sweep at once expire each order once', async () => {
  const ids = await placeOrders(10)
  await shop.wait(days(1))
  // Both have read the list before either ends the first order of it.
  const held = [1, 2].map(() => shop.bank.hold('GET', '/v2/', 'back'))
  const both = Promise.all([sweep(), sweepInAnotherProcess()])
  await Promise.all(held.map(({ arrived }) => arrived))
  for (const { release } of held) release()
  expect(await both).toEqual([[], []])
  for (const id of ids) {
    expect((await ani.order(id)).history).toMatchObject([{ status: 'DIPROSES' }, { status: 'DIBATALKAN' }])
    expect((await ani.told(id)).filter((message) => message.includes('belum dibayar'))).toHaveLength(1)
    expect((await admin.told(id)).filter((message) => message.includes('kedaluwarsa'))).toHaveLength(1)
  }
  expect(await shop.stockOf(nastar)).toBe(100)
})

test('money that arrives between the gateway’s yes to closing and the order’s end pays the order', async () => {
  const [id = ''] = await placeOrders(1)
  await shop.bank.charge(id)
  await shop.bank.answers(id)
  await shop.db.updateTable('orders').set({ expires_at: shop.clock() }).where('id', '=', id).execute()
  await shop.bank.faults({ webhook: 'drop' })
  const closed = shop.bank.hold('POST', `/v2/${id}/cancel`, 'back')
  const sweeping = sweep()
  await closed.arrived
  await shop.bank.pay(id, { force: true })
  await shop.wait(5_000) // the sweep has asked a moment ago
  expect(await ani.refresh(id)).toMatchObject({ status: 200, body: { data: { status: 'DIBAYAR' } } })
  closed.release()
  expect(await sweeping).toEqual([])
  expect((await ani.order(id)).status).toBe('DIBAYAR')
  expect(await shop.stockOf(nastar)).toBe(99)
})

test('the sweep against settlements: paid with its stock held, or expired with the money to be paid back', {
  timeout: 60_000,
}, async () => {
  const ids = await placeOrders(20)
  for (const id of ids) await shop.bank.charge(id)
  for (const id of ids) await shop.bank.answers(id)
  await shop.db.updateTable('orders').set({ expires_at: shop.clock() }).where('id', 'in', ids).execute()
  // Every payment comes while the sweep is somewhere among the orders, for some of them a moment too late.
  await Promise.all([
    sweep(),
    reconcile({ ...shop.payments }),
    ...ids.map((id) => shop.bank.pay(id, { force: true }).catch(() => undefined)),
  ])
  await shop.reconcile()
  let held = 0
  for (const id of ids) {
    await shop.bank.answers(id)
    const { status } = await ani.order(id)
    expect(['DIBAYAR', 'DIBATALKAN']).toContain(status)
    if (status === 'DIBAYAR') held += 1
    const refunds = (await admin.told(id)).filter((message) => message.includes('perlu pengembalian dana'))
    expect(refunds).toHaveLength(status === 'DIBATALKAN' ? 1 : 0)
  }
  expect(await shop.stockOf(nastar)).toBe(100 - held)
})
