import type { ReportColumns, ReportPreview, ReportResult } from '@camilan/contract/payment-report'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createQuietMark, endQuiet } from '../../office/backup/quiet.ts'
import { days, earlier, hours } from '../../platform/clock.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { quietTopic } from '../../platform/quiet.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useEach } from '../../testing/use-each.ts'
import { createMissingSpan, readMissingSpan } from './missing-spans.ts'

const shop = useShop()

beforeEach(async () => {
  await shop.advanceClock(days(2)) // the payments of other tests are outside of the time of the report
})

const ani = useEach(() => shop.customer())
const admin = useEach(() => shop.onlyAdmin())

const headers = ['Order ID', 'Transaction ID', 'Transaction time', 'Payment Type', 'Transaction status', 'Amount']
const columns: ReportColumns = {
  ...{ order_id: 0, transaction_id: 1, time: 2, method: 3, status: 4, amount: 5, fee: 6, net: null },
}

interface Line {
  id: string
  amount?: string
  status?: string
  time?: string
  fee?: string
}
const clockOf = (time: Date) => `${new Date(time.getTime() + hours(7)).toISOString().slice(0, 19).replace('T', ' ')}`
const csv = (lines: Line[], heads = [...headers, 'Fee']) =>
  [
    heads,
    ...lines.map(({ id, amount = '46000.00', status = 'settlement', fee = '4440', time = clockOf(shop.clock()) }) =>
      [id, '', time, 'bank_transfer', status, amount, fee].map((cell) => `"${cell}"`),
    ),
  ]
    .map((cells) => cells.join(','))
    .join('\r\n')

const form = (content: string, given: object = columns) => ({
  file: new File([content], 'a.csv'),
  columns: JSON.stringify(given),
})
const ask = (content: string, given?: object) =>
  admin.ask<ReportResult>('POST', '/admin/payment-report', { form: form(content, given) })
async function compare(lines: Line[]): Promise<ReportResult> {
  const { status, body } = await ask(csv(lines))
  expect(status).toBe(200)
  return body.data
}

/** A payment that only the gateway has. */
async function lostPayment(id: string, { paid = true } = {}): Promise<string> {
  const response = await fetch(`${shop.sandbox.origin}/snap/v1/transactions`, {
    method: 'POST',
    headers: { authorization: shop.sandbox.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      transaction_details: { order_id: id, gross_amount: 46_000 },
      enabled_payments: ['bca_va'],
    }),
  })
  expect(response.status).toBe(201)
  await shop.sandbox.setFaults({ webhook: 'drop' })
  await shop.sandbox.charge(id)
  if (paid) await shop.sandbox.pay(id)
  return id
}
const recorded = (id: string) =>
  shop.db.selectFrom('unmatched_payments').select('gateway_state').where('id', '=', id).executeTakeFirst()

test('payments are matched, and fees and net are summed by day and method', async () => {
  const [first, second] = [await shop.paidOrder(ani), await shop.paidOrder(ani)]
  const result = await compare([
    { id: first },
    { id: first }, // a report may have a line for each state
    { id: second, amount: 'Rp 46.000,00', fee: '-4.440' },
    { id: 'BATAL-1', status: 'expire', fee: '' },
  ])
  const day = clockOf(shop.clock()).slice(0, 10)
  const fees = [{ day, method: 'BCA Virtual Account', count: 2, amount: 92_000, fee: 8_880, net: 83_120 }]
  const none = { total: 0, data: [] }
  expect(result).toMatchObject({ rows: 4, matched: { count: 2, amount: 92_000 }, fees, problems: none })
  expect(result).toMatchObject({ missing_here: none, missing_there: none, other_amounts: none })
  const { rows } = await shop.pool.query('select attempt_id, fee_idr from payment_fees order by 1')
  expect(rows).toEqual([first, second].toSorted().map((attempt_id) => ({ attempt_id, fee_idr: 4_440 })))
  const { body } = await admin.ask<{ changes: object[]; actor: object }[]>('GET', '/admin/settings/audit')
  expect(body.data[0]).toMatchObject({
    actor: { id: admin.id },
    changes: [{ field: 'payment_report', before: null, after: 4 }],
  })
})

test('other amounts, and payments that only the shop has, are listed; those outside of the file’s time are not', async () => {
  await shop.paidOrder(ani)
  await shop.advanceClock(days(1))
  const [other, expired, forgotten] = [await shop.paidOrder(ani), await shop.paidOrder(ani), await shop.paidOrder(ani)]
  const otherDashboard = await shop.paidOrder(ani)
  const set = { environment: 'production', client_key: 'Mid-client-x', server_key_fingerprint: Buffer.from('x') }
  const { id: key_set_id } = await shop.db
    .insertInto('payment_key_sets')
    .values({ ...set, created_at: shop.clock(), replaced_at: shop.clock() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db.updateTable('payment_attempts').set({ key_set_id }).where('id', '=', otherDashboard).execute()
  const result = await compare([
    { id: other, amount: '45000' },
    { id: expired, status: 'expire' },
  ])
  expect(result.other_amounts.data).toEqual([{ id: other, order_id: other, line: 2, amount: 45_000, expected: 46_000 }])
  const ours = ({ id, status }: (typeof result.missing_there.data)[number]) => ({ id, status })
  expect(result.missing_there.data.map(ours)).toEqual(
    [
      { id: expired, status: 'expire' },
      { id: forgotten, status: null },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  expect(result.missing_there.total).toBe(2)
})

test('the gateway is asked about money that only the report has, and confirmed money is recorded once', async () => {
  const lost = await lostPayment('HILANG-1')
  const unpaid = await lostPayment('HILANG-2', { paid: false })
  const unheard = await shop.unpaidOrder(ani)
  await shop.sandbox.pay(unheard) // its notification is lost
  const lines = [{ id: lost }, { id: unpaid }, { id: 'TAK-ADA' }, { id: unheard }]
  const answers = async () => (await compare(lines)).missing_here.data.map(({ id, answer }) => [id, answer])
  expect(await answers()).toEqual(
    [
      [lost, 'recorded'],
      [unpaid, 'no-money'],
      ['TAK-ADA', 'absent'],
      [unheard, 'applied'],
    ].toSorted(),
  )
  expect(await recorded(lost)).toEqual({ gateway_state: 'settlement' })
  expect([await recorded(unpaid), await recorded('TAK-ADA')]).toEqual([undefined, undefined])
  expect((await ani.order(unheard)).status).toBe('DIBAYAR')
  const calls = shop.sandbox.countCalls('GET', `/v2/${lost}/status`)
  expect(await answers()).toContainEqual([lost, 'recorded'])
  expect(shop.sandbox.countCalls('GET', `/v2/${lost}/status`)).toBe(calls)
})

test('four payments are asked about at a time, outside of a transaction', async () => {
  const lines = Array.from({ length: 8 }, (_, index) => ({ id: `ANTRE-${index}` }))
  const held = lines.slice(0, 4).map(({ id }) => shop.sandbox.holdCall('GET', `/v2/${id}/status`))
  const before = shop.sandbox.countCalls('GET', '/v2/ANTRE')
  const result = compare(lines)
  await Promise.all(held.map(({ arrived }) => arrived))
  await shop.ask('GET', '/shop')
  expect(shop.sandbox.countCalls('GET', '/v2/ANTRE') - before).toBe(4)
  const { rows } = await shop.pool.query(`select from pg_stat_activity where state = 'idle in transaction'
    and datname = current_database()`)
  expect(rows).toEqual([])
  for (const call of held) call.cut()
  expect((await result).missing_here.data.slice(0, 4)).toMatchObject(held.map(() => ({ answer: 'unasked' })))
})

test('what is not understood is said by line and column', async () => {
  const paid = await shop.paidOrder(ani)
  const { problems, missing_there } = await compare([
    { id: '=HYPERLINK("http://x")'.replaceAll('"', '""') },
    { id: '..' },
    { id: '' },
    { id: paid, amount: 'empat' },
    { id: 'A-1', status: 'meledak' },
    { id: 'A-2', status: 'expire', time: 'kemarin', fee: 'x', amount: '1.5' },
  ])
  expect(problems.data.map(({ line, column, problem }) => `${line} ${column}: ${problem}`)).toEqual([
    '2 Order ID: bukan ID pesanan',
    '3 Order ID: bukan ID pesanan',
    '4 Order ID: kosong',
    '5 Amount: bukan jumlah uang',
    '6 Transaction status: status tidak dikenal',
    '7 Amount: bukan rupiah bulat',
    '7 Fee: bukan jumlah uang',
    '7 Transaction time: bukan waktu',
  ])
  expect(missing_there.total).toBe(0) // it is in the file
})

test('assigned columns are remembered for the same headers, and others are refused', async () => {
  const heads = ['Bayar', 'B', 'Waktu', 'D', 'Keadaan', 'F', 'Fee']
  const content = csv([{ id: 'A-1', status: 'pending' }], heads)
  const preview = async (text: string) =>
    (await admin.ask<ReportPreview>('POST', '/admin/payment-report/preview', { form: { file: new Blob([text]) } })).body
  const guessed = (await preview(content)).data
  expect(guessed).toMatchObject({ headers: heads, is_remembered: false, columns: { order_id: null, status: 4 } })
  expect(guessed.rows[0]?.[0]).toBe('A-1')
  expect((await ask(content)).status).toBe(200)
  expect((await preview(content)).data).toMatchObject({ is_remembered: true, columns })
  expect((await preview('halo')).fields).toEqual({ file: expect.stringContaining('tidak berisi tabel') })
  expect((await ask(content, { ...columns, net: 7 })).body.fields).toHaveProperty('columns')
  expect(await admin.ask('POST', '/admin/payment-report', { form: { columns: '{' } })).toMatchObject({ status: 400 })
  const huge = { file: new Blob(['x'.repeat(10 * 1024 * 1024 + 1)]) }
  expect(await admin.ask('POST', '/admin/payment-report/preview', { form: huge })).toMatchObject({ status: 413 })
})

test('a quiet shop records what it lacks and changes no order; it says of which time until that was compared', async () => {
  const [lost, unheard] = [await lostPayment('HILANG-3'), await shop.unpaidOrder(ani)]
  await shop.sandbox.pay(unheard)
  const madeAt = earlier(shop.clock(), hours(3))
  await createQuietMark((text, values) => shop.pool.query(text, values), { madeAt }, shop.clock())
  onTestFinished(() => void endQuiet(shop.db, new Date()))
  await publish(shop.db, { topic: quietTopic, event: 'restored', data: null })
  const span = async () => (await admin.ask<{ missing_span?: object }>('GET', '/users/me')).body.data.missing_span
  const known = { from: madeAt.toISOString(), until: shop.clock().toISOString() }
  await expect.poll(span).toEqual(known)
  expect((await ani.ask<object>('GET', '/users/me')).body.data).not.toHaveProperty('missing_span')

  await compare([{ id: 'A-1', status: 'expire', time: clockOf(earlier(shop.clock(), days(9))) }])
  expect(await span()).toEqual(known) // the file was of another time
  const answers = (await compare([{ id: lost }, { id: unheard }])).missing_here.data
  expect(Object.fromEntries(answers.map(({ id, answer }) => [id, answer]))).toEqual({
    [lost]: 'recorded',
    [unheard]: 'unasked',
  })
  expect((await ani.order(unheard)).status).toBe('DIPROSES')
  await expect.poll(span).toBeUndefined()
})

test('a report of some days leaves the other missing days', async () => {
  const span = { from: new Date('2026-11-02T03:00:00Z'), until: new Date('2026-11-05T03:00:00Z') }
  await createMissingSpan((text, values) => shop.pool.query(text, values), span)
  const report = (time: string) => compare([{ id: 'A-1', status: 'expire', time }])
  await report('2026-11-02 14:00:00')
  expect(await readMissingSpan(shop.db)).toEqual({ ...span, from: new Date('2026-11-02T17:00:00Z') })
  await report('2026-11-05 08:00:00')
  const rest = { from: new Date('2026-11-02T17:00:00Z'), until: new Date('2026-11-04T17:00:00Z') }
  expect(await readMissingSpan(shop.db)).toEqual(rest)
  await compare(['03', '04'].map((day) => ({ id: `A-${day}`, status: 'expire', time: `2026-11-${day} 14:00:00` })))
  expect(await readMissingSpan(shop.db)).toBeUndefined()
})

test('an administrator can say that nothing is missing, once', async () => {
  const span = { from: earlier(shop.clock(), hours(1)), until: shop.clock() }
  await createMissingSpan((text, values) => shop.pool.query(text, values), span)
  const state = () => admin.ask('POST', '/admin/payment-report/nothing-missing')
  const entries = async () => (await admin.ask<object[]>('GET', '/admin/settings/audit?limit=100')).body.data.length
  const before = await entries()
  expect([(await state()).status, (await state()).status]).toEqual([200, 200])
  expect(await readMissingSpan(shop.db)).toBeUndefined()
  expect(await entries()).toBe(before + 1)
})
