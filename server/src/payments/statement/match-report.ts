import type { FileHandle } from 'node:fs/promises'
import { jakartaDay, jakartaMidnight } from '@camilan/contract/jakarta'
import { isPaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { maxListed, type ReportColumns, type ReportResult } from '@camilan/contract/payment-report'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import { days, later } from '../../platform/clock.ts'
import { openTable } from '../../platform/csv/open-table.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm } from '../../platform/errors.ts'
import type { MissingSpan } from '../../platform/quiet.ts'
import { type AskDeps, askGateway } from './ask-gateway.ts'
import { reportTable } from './guess-columns.ts'
import { markCompared } from './missing-spans.ts'
import { attemptsById, type KnownAttempt, paidButNotIn, rememberColumns, saveFees, unmatchedIds } from './queries.ts'
import { addProblem, type ReadReport, type ReportRow, readRows } from './read-rows.ts'

export interface MatchDeps extends AskDeps {
  /** The environment of the gateway whose dashboard the report is from. */
  environment: () => string | undefined
}

/**
 * Compare a report of the gateway with the shop's payments, and ask the gateway about money that only the report has.
 * Stored are the assigned columns, the fees, and that this time was compared; of a report without times nobody knows that.
 * @throws {InvalidForm} the file can't be read as a table, or it does not have the columns
 */
export async function matchReport(
  deps: MatchDeps,
  by: Caller,
  { file, columns }: { file: FileHandle; columns: ReportColumns },
  now: Date,
): Promise<ReportResult> {
  const { db } = deps.payments
  const report = await openTable(file, reportTable)
  const { headers } = report
  const missingColumn = Object.entries(columns).find(([, index]) => index !== null && index >= headers.length)
  if (missingColumn) throw new InvalidForm({ columns: 'Kolom yang dipilih tidak ada di file ini.' })
  const read = await readRows(report, columns, now)
  const span = spanOf(read.rows)
  const groups = await groupRows(deps, read, headers[columns.order_id] ?? '')
  const result = await toResult(deps, { read, span, groups })
  await transact(db, async (tx) => {
    await assertStillAllowed(tx, by, now)
    await rememberColumns(tx, { headers, columns }, now)
    await saveFees(tx, groups.fees)
    if (span) await markCompared(tx, span, now)
    const changes = [{ field: 'payment_report', before: null, after: result.rows }]
    await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
  })
  return result
}

interface Known {
  row: ReportRow
  attempt: KnownAttempt
}

interface Groups {
  matched: Known[]
  otherAmounts: Known[]
  /** Of payments that the shop has: the rows by which money went back. */
  wentBack: Known[]
  missingHere: { row: ReportRow; attempt: KnownAttempt | undefined }[]
  fees: { id: string; fee: number }[]
  /** All payments with money, with the attempt if it is known. */
  money: { row: ReportRow; attempt: KnownAttempt | undefined }[]
  /** The report's word for payments without money. */
  withoutMoney: Map<string, string>
  /** Payments with money, and rows that are not understood. */
  inReport: string[]
}

const idsPerQuery = 5_000

async function groupRows(
  { payments: { db } }: MatchDeps,
  { rows, problems }: ReadReport,
  idHeader: string,
): Promise<Groups> {
  const byId = new Map<string, ReportRow>()
  const gone = new Map<string, ReportRow>()
  const withoutMoney = new Map<string, string>()
  const unclear = new Set<string>()
  for (const row of rows) {
    const first = byId.get(row.id)
    if (row.state === 'gone' && !gone.has(row.id)) gone.set(row.id, row)
    if (row.state === undefined) unclear.add(row.id)
    else if (row.state === 'none') withoutMoney.set(row.id, row.status)
    else if (!first || (first.state === 'gone' && row.state === 'money')) byId.set(row.id, row)
    else if (row.state === 'gone') continue
    else if (first.amount !== row.amount || first.transactionId !== row.transactionId) {
      addProblem(problems, row.line, idHeader, `pesanan ini sudah ada di baris ${first.line}, dengan isi yang lain`)
    }
  }
  const attempts = new Map<string, KnownAttempt>()
  const ids = [...byId.keys()].toSorted()
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const found = await attemptsById(db, ids.slice(start, start + idsPerQuery))
    for (const attempt of found) attempts.set(attempt.id, attempt)
  }
  const money = ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ row, attempt: attempts.get(id) }] : []
  })
  const paid = money.flatMap(({ row, attempt }) => (attempt?.status === 'SUKSES' ? [{ row, attempt }] : []))
  const kept = paid.filter(({ row }) => !gone.has(row.id))
  return {
    money,
    matched: kept.filter(({ row, attempt }) => row.amount === attempt.received),
    otherAmounts: kept.filter(({ row, attempt }) => row.amount !== attempt.received),
    wentBack: paid.flatMap(({ attempt }) => {
      const row = gone.get(attempt.id)
      return row && !isKnown(row, attempt) ? [{ row, attempt }] : []
    }),
    missingHere: money.filter(({ attempt }) => attempt?.status !== 'SUKSES'),
    fees: money.flatMap(({ row: { id, fee }, attempt }) => (attempt && fee !== null ? [{ id, fee }] : [])),
    withoutMoney,
    inReport: [...ids, ...unclear],
  }
}

/** What the row says is in the book: all of the payment went back, or just its amount. */
const isKnown = ({ amount }: ReportRow, { gone, received }: KnownAttempt) => gone === received || gone === amount

interface Compared {
  read: ReadReport
  span: MissingSpan | null
  groups: Groups
}

async function toResult(deps: MatchDeps, { read, span, groups }: Compared): Promise<ReportResult> {
  const { matched, otherAmounts, wentBack, missingHere, withoutMoney, inReport } = groups
  const { db } = deps.payments
  const known = await unmatchedIds(
    db,
    missingHere.map(({ row }) => row.id),
  )
  const toAsk = [
    ...missingHere.filter(({ row }) => !known.has(row.id)),
    // First those of which the shop knows nothing.
    ...wentBack.toSorted((one, other) => one.attempt.gone - other.attempt.gone),
  ].map(({ row, attempt }) => ({ id: row.id, attempt }))
  const answers = await askGateway(deps, toAsk)
  const after = await attemptsById(
    db,
    wentBack.map(({ row }) => row.id),
  )
  const goneAfter = new Map(after.map(({ id, gone }) => [id, gone]))
  // The gateway may only have repeated what the shop knew.
  const newlyGone = wentBack.filter(
    ({ row: { id }, attempt: { gone } }) => gone === 0 || gone !== goneAfter.get(id) || answers.get(id) !== 'applied',
  )
  // A payment that the gateway has just settled here is no longer missing.
  const otherwise = [...withoutMoney.keys()]
  const missing = await paidButNotIn(db, { span, inReport, otherwise }, deps.environment())
  return {
    rows: read.count,
    span: span && { from: span.from.toISOString(), until: span.until.toISOString() },
    problems: read.problems,
    matched: { count: matched.length, amount: matched.reduce((sum, { row }) => sum + row.amount, 0) },
    other_amounts: listed(otherAmounts, ({ row, attempt }) => ({
      ...cellsOf(row, attempt.order_id),
      expected: attempt.received,
    })),
    went_back: listed(newlyGone, ({ row, attempt }) => ({
      ...cellsOf(row, attempt.order_id),
      status: row.status,
      answer: answers.get(row.id) ?? 'unasked',
    })),
    missing_here: listed(missingHere, ({ row, attempt }) => ({
      ...cellsOf(row, attempt?.order_id ?? null),
      answer: known.has(row.id) ? 'recorded' : (answers.get(row.id) ?? 'unasked'),
    })),
    missing_there: {
      total: missing[0]?.total ?? 0,
      data: missing.map(({ id, order_id, amount, paid_at }) => ({
        id,
        order_id,
        amount,
        paid_at: paid_at.toISOString(),
        status: withoutMoney.get(id) ?? null,
      })),
    },
    fees: sumFees(groups.money),
  }
}

const cellsOf = <Order>({ id, line, amount }: ReportRow, order_id: Order) => ({ id, order_id, line, amount })

const listed = <From, To>(all: readonly From[], present: (one: From) => To) => ({
  total: all.length,
  data: all.slice(0, maxListed).map(present),
})

/** From the first day's beginning to the last row; a row without a time of day counts as its whole day. */
function spanOf(rows: readonly ReportRow[]): MissingSpan | null {
  let [first, last] = [Infinity, -Infinity]
  for (const { time } of rows) {
    if (!time) continue
    first = Math.min(first, time.at.getTime())
    last = Math.max(last, time.isDay ? later(time.at, days(1)).getTime() - 1 : time.at.getTime())
  }
  return last === -Infinity ? null : { from: jakartaMidnight(jakartaDay(new Date(first))), until: new Date(last) }
}

function sumFees(money: Groups['money']): ReportResult['fees'] {
  const sums = new Map<string, ReportResult['fees'][number]>()
  const sum = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other)
  for (const { row, attempt } of money) {
    const day = row.time ? jakartaDay(row.time.at) : null
    const used = attempt?.used_method ?? ''
    const method = isPaymentMethod(used) ? paymentMethods[used].label : row.method
    const key = `${day} ${method}`
    const { count, amount, fee, net } = sums.get(key) ?? { count: 0, amount: 0, fee: 0, net: 0 }
    const added = { count: count + 1, amount: amount + row.amount, fee: sum(fee, row.fee), net: sum(net, row.net) }
    sums.set(key, { day, method, ...added })
  }
  return [...sums.keys()].toSorted().flatMap((key) => sums.get(key) ?? [])
}
