/** Rows of an uploaded report by which money went back, and rows of an impossible time. */
import type { ReportColumns, ReportResult } from '@camilan/contract/payment-report'
import { beforeEach, expect, test } from 'vitest'
import { days, earlier, hours } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { readBalance } from '../book/entries.ts'
import { createMissingSpan, readMissingSpan } from './missing-spans.ts'

const shop = useShop()
let ani: Customer
let admin: Customer

beforeEach(async () => {
  await shop.advanceClock(days(2)) // the payments of other tests are outside of the time of the report
  ani = await shop.customer()
  admin = await shop.onlyAdmin()
  await setSettings(admin, { payment_methods: ['bca_va', 'other_qris'] })
})

const columns: ReportColumns = {
  ...{ order_id: 0, time: 1, status: 2, amount: 3, transaction_id: null, method: null, fee: null, net: null },
}
const today = () => new Date(shop.clock().getTime() + hours(7)).toISOString().slice(0, 10)

interface Row {
  id: string
  status?: string
  amount?: string
  time?: string
}
async function compare(rows: Row[], given: Partial<ReportColumns> = {}): Promise<ReportResult> {
  const lines = rows.map(({ id, status = 'settlement', amount = '46000', time = today() }) =>
    [id, time, status, amount].join(','),
  )
  const form = {
    file: new File([['Order ID,Time,Status,Amount', ...lines].join('\n')], 'a.csv'),
    columns: JSON.stringify({ ...columns, ...given }),
  }
  const { status, body } = await admin.ask<ReportResult>('POST', '/admin/payment-report', { form })
  expect(status).toBe(200)
  return body.data
}

/** A paid order of which the gateway says something else since, without a notification. */
async function changedAtGateway(act: 'nothing' | 'chargeback' | 'refund' | 'part'): Promise<string> {
  await shop.sandbox.setFaults({ webhook: 'deliver' })
  const id = await shop.unpaidOrder(ani)
  await shop.sandbox.pay(id, { method: 'other_qris' })
  await expect.poll(async () => (await ani.order(id)).status).toBe('DIBAYAR')
  await shop.sandbox.setFaults({ webhook: 'drop' })
  if (act === 'chargeback') await shop.sandbox.chargeback(id)
  else if (act !== 'nothing') await shop.sandbox.refund(id, act === 'part' ? { amount: 6_000 } : {})
  return id
}

test('money that went back counts as no match; the gateway is asked about it, and it is listed, once', async () => {
  const taken = await changedAtGateway('chargeback')
  const whole = await changedAtGateway('refund')
  const part = await changedAtGateway('part')
  const still = await changedAtGateway('nothing')
  const rows = [
    { id: taken, status: 'Chargeback' },
    { id: whole },
    { id: whole, status: 'Dana dikembalikan', amount: '-46000' },
    { id: part, status: 'partial_refund' },
    { id: still, status: 'Refund pending' },
  ]
  const first = await compare(rows)
  expect(first.matched).toEqual({ count: 0, amount: 0 })
  expect(first.other_amounts.total + first.problems.total + first.missing_there.total).toBe(0)
  const answers = ({ went_back }: ReportResult) =>
    Object.fromEntries(went_back.data.map(({ id, answer }) => [id, answer]))
  expect(answers(first)).toEqual({ [taken]: 'applied', [whole]: 'applied', [part]: 'applied', [still]: 'has-money' })
  const held = async (id: string) => (await readBalance(shop.db, id)).held
  expect([await held(taken), await held(whole), await held(part), await held(still)]).toEqual([0, 0, 40_000, 46_000])
  const asked = shop.sandbox.countCalls('GET', `/v2/${taken}/status`)
  expect(answers(await compare(rows))).toEqual({ [still]: 'has-money' })
  expect(shop.sandbox.countCalls('GET', `/v2/${taken}/status`)).toBe(asked)
})

test('in a file without states a negative amount is money that went back', async () => {
  const id = await changedAtGateway('refund')
  const { matched, went_back } = await compare([{ id, amount: '-46000' }], { status: null })
  expect([matched.count, went_back.data.map(({ answer }) => answer)]).toEqual([0, ['applied']])
})

test('a row of an impossible time compares nothing but itself', async () => {
  await shop.paidOrder(ani)
  await shop.advanceClock(days(3))
  const id = await shop.paidOrder(ani)
  const span = { from: earlier(shop.clock(), days(9)), until: shop.clock() }
  await createMissingSpan((text, values) => shop.pool.query(text, values), span)
  for (const time of ['0001-01-01', '9999-12-31', '9999-12-31 23:59:59', '0001-01-01 00:00:00']) {
    const result = await compare([{ id, time }])
    expect(result).toMatchObject({ span: null, matched: { count: 1 }, missing_there: { total: 0 } })
    expect(result.problems.data).toEqual([{ line: 2, column: 'Time', problem: 'di luar dua tahun terakhir' }])
    expect(await readMissingSpan(shop.db)).toEqual(span)
  }
})
