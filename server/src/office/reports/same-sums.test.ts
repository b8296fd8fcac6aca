/** Whatever happens to the money, the sums of a period are the same wherever they are shown. */
import type { Customer as CustomerPage, Dashboard, Report } from '@camilan/contract/reports'
import type { EnteredOrder } from '@camilan/contract/seller-orders'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import { checkBooks } from './check-books.ts'

const shop = useShop()

test('sums of any period are the same in dashboard, report, customer, both files, books and a plain sum of the book', async () => {
  const ani = await shop.customer()
  let admin = await shop.onlyAdmin()
  const jar = await shop.product({ price: 40_000, stock: 100 })
  const post = async (path: string, body: object = {}) =>
    expect([path, (await admin.ask('POST', `/admin/${path}`, { body })).status]).toEqual([path, 200])
  const paid = async (pieces = 1) => {
    await setSettings(admin, { payment_methods: ['other_qris'] })
    const id = await ani.buy(jar, pieces)
    await shop.sandbox.pay(id, { method: 'other_qris' })
    await expect.poll(async () => (await ani.order(id)).status).toBe('DIBAYAR')
    return id
  }
  const refundOf = async (id: string) =>
    (await shop.db.selectFrom('refunds').select('id').where('order_id', '=', id).executeTakeFirstOrThrow()).id
  const noted = async (id: string) => post(`refunds/${await refundOf(id)}/done`, { note: 'Transfer' })
  const lower = (id: string) => post(`orders/${id}/lower`, { items: [{ product_id: jar.id, quantity: 1 }] })

  /** Each kind of order, each day. */
  async function oneOfEach() {
    await ani.buy(jar)
    await paid()
    const promised = await paid()
    await post(`orders/${promised}/refunds`, { amount: 5_000, reason: 'Retak' })
    const given = await paid()
    await post(`orders/${given}/refunds`, { amount: 6_000, reason: 'Retak' })
    await noted(given)
    await lower(await paid(2))
    const lowered = await paid(2)
    await lower(lowered)
    await noted(lowered)
    const cancelled = await paid()
    await post(`orders/${cancelled}/cancel`)
    const atDashboard = await paid()
    await shop.sandbox.refund(atDashboard, { amount: 7_000 })
    await shop.sandbox.webhookStatuses(atDashboard)
    const takenBack = await paid(2)
    await post(`orders/${takenBack}/refunds`, { amount: 8_000, reason: 'Retak' })
    await noted(takenBack)
    await shop.sandbox.chargeback(takenBack)
    await shop.sandbox.webhookStatuses(takenBack)
    const items = [{ product_id: jar.id, quantity: 1 }]
    const body = { name: 'Bu Rina', phone: '081234567890', address: 'Jl. Mawar 2', items }
    const { order_id } = (await admin.ask<EnteredOrder>('POST', '/admin/orders', { body })).body.data
    const day = shop.clock().toISOString().slice(0, 10)
    await post(`orders/${order_id}/hand-payment`, { way: 'cash', amount: 50_000, day })
  }
  await oneOfEach()
  const first = shop.clock().toISOString().slice(0, 10)
  await shop.advanceClock(days(1))
  admin = await shop.onlyAdmin()
  await oneOfEach()
  const second = shop.clock().toISOString().slice(0, 10)

  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  const inFile = async (per: string, from: string, to: string) => {
    const { url } = (await admin.ask<{ url: string }>('POST', `/admin/orders/export?per=${per}&from=${from}&to=${to}`))
      .body.data
    const rows: Record<string, string>[] = parse(await (await fetch(url)).text(), { columns: true, bom: true })
    return sum(rows.map((row) => Number(row['Pendapatan Bersih'])))
  }
  const inReport = async (from: string, to: string) => {
    const { totals, days: ofDays } = (await admin.ask<Report>('GET', `/admin/report?from=${from}&to=${to}`)).body.data
    const net = ({ revenue, refunded, owed }: (typeof totals)['now']) => revenue - refunded - owed
    expect(sum(ofDays.map(({ now }) => net(now)))).toBe(net(totals.now))
    return net(totals.now)
  }
  const inBook = async (from: string, to: string, buyer: string | null = null) => {
    const { rows } = await shop.pool.query<{ net: number }>(
      `select sum(least(
          total_price,
          (select sum(case when kind in ('received', 'restored') then amount_idr
            when kind in ('taken_back', 'given_back') then -amount_idr else 0 end) from money_entries where order_id = orders.id),
          total_price
            - (select coalesce(sum(amount_idr), 0) from money_entries where order_id = orders.id and kind = 'allowance')
            - (select sum(taken_quantity * unit_price) from order_items where order_id = orders.id)))::int as net
        from orders where status not in ('DIPROSES', 'DIBATALKAN')
          and (order_time at time zone 'Asia/Jakarta')::date between $1 and $2
          and ($3::uuid is null or user_id = $3)`,
      [from, to, buyer],
    )
    return rows[0]?.net
  }
  const ofDay = 46_000 + 41_000 + 40_000 + 46_000 + 46_000 + 39_000 - 8_000 + 46_000
  for (const [from, to, net] of [
    [first, first, ofDay],
    [second, second, ofDay],
    [first, second, 2 * ofDay],
  ] as const) {
    const sums = [await inReport(from, to), await inFile('order', from, to), await inFile('line', from, to)]
    expect([...sums, await inBook(from, to)]).toEqual([net, net, net, net])
  }
  const dashboard = (await admin.ask<Dashboard>('GET', '/admin/dashboard')).body.data
  expect(dashboard.net_revenue).toBe(2 * ofDay)
  const { revenue, refunded, owed } = (await admin.ask<CustomerPage>('GET', `/admin/customers/${ani.id}`)).body.data
  expect(revenue - refunded - owed).toBe(await inBook(first, second, ani.id))
  const findings = await checkBooks(shop.db, shop.clock())
  expect(findings.filter(({ rule }) => /differs|booked|promised|count/.test(rule))).toEqual([])
})
