import { maxListed, type ReportColumns, type ReportResult } from '@camilan/contract/payment-report'
import { days, earlier, later } from '../../platform/clock.ts'
import type { Table } from '../../platform/csv/open-table.ts'
import { readAmount } from '../../platform/csv/read-amount.ts'
import { type CellTime, isMonthFirst, type RowState, readMethod, readState, readTime } from './read-values.ts'

/** A payment as the report says it. Money in whole rupiah; null: the report does not say it. */
export interface ReportRow {
  line: number
  id: string
  transactionId: string
  /** Undefined for a row whose amount or state is not understood. */
  state: RowState | undefined
  /** The word of the report. */
  status: string
  amount: number
  time: CellTime | undefined
  method: string
  fee: number | null
  net: number | null
}

/** The ids that the gateway takes, without those that would be another address. */
const gatewayId = /^(?!\.+$)[\w.~-]{1,50}$/

/** Of them only the first ones are kept. */
export function addProblem(problems: ReportResult['problems'], line: number, column: string, problem: string): void {
  problems.total += 1
  if (problems.data.length < maxListed) problems.data.push({ line, column: column.slice(0, 60), problem })
}

export interface ReadReport {
  rows: ReportRow[]
  /** All rows of the file. */
  count: number
  problems: ReportResult['problems']
}

/** The rows in which an order id was found, and the cells that are not understood, by line and column. */
export async function readRows(report: Table, columns: ReportColumns, now: Date): Promise<ReadReport> {
  const problems: ReportResult['problems'] = { total: 0, data: [] }
  const rows: ReportRow[] = []
  const times: string[] = []
  const header = (role: keyof ReportColumns) => report.headers[columns[role] ?? -1] ?? ''
  let count = 0
  for await (const { line, cells } of report.rows()) {
    count += 1
    const cell = (role: keyof ReportColumns) => cells[columns[role] ?? -1] ?? ''
    const complain: ReadCells['complain'] = (role, problem) => addProblem(problems, line, header(role), problem)
    const id = cell('order_id')
    if (!gatewayId.test(id)) complain('order_id', id === '' ? 'kosong' : 'bukan ID pesanan')
    else {
      rows.push(readRow({ line, id, cell, complain }, columns))
      times.push(cell('time'))
    }
  }
  const complainOfTime = (line: number, problem: string) => addProblem(problems, line, header('time'), problem)
  readTimes(rows, { cells: times, now }, complainOfTime)
  return { rows, count, problems }
}

interface ReadCells {
  line: number
  id: string
  cell: (role: keyof ReportColumns) => string
  complain: (role: keyof ReportColumns, problem: string) => void
}

function readRow({ line, id, cell, complain }: ReadCells, { status, fee, net }: ReportColumns): ReportRow {
  const amount = readAmount(cell('amount'))
  const isWhole = amount !== undefined && Number.isInteger(amount)
  if (!isWhole) complain('amount', amount === undefined ? 'bukan jumlah uang' : 'bukan rupiah bulat')
  const state = status === null ? 'money' : readState(cell('status'))
  if (state === undefined) complain('status', 'status tidak dikenal')
  const rounded = (role: 'fee' | 'net', isThere: boolean) => {
    if (!isThere || cell(role) === '') return null
    const value = readAmount(cell(role))
    if (value === undefined) complain(role, 'bukan jumlah uang')
    return value === undefined ? null : Math.round(role === 'fee' ? Math.abs(value) : value)
  }
  const kept = { fee: rounded('fee', fee !== null), net: rounded('net', net !== null) }
  const received = Math.abs(amount ?? 0)
  const isNegative = amount !== undefined && amount < 0 // some reports write refunds so
  return {
    line,
    id,
    transactionId: cell('transaction_id').slice(0, 50),
    amount: received,
    time: undefined,
    state: isWhole ? (isNegative && state === 'money' ? 'gone' : state) : undefined,
    status: cell('status').slice(0, 40),
    method: readMethod(cell('method')),
    fee: kept.fee ?? (kept.net === null ? null : received - kept.net),
    net: kept.net ?? (kept.fee === null ? null : received - kept.fee),
  }
}

/** Of a report. A row of another time is a mistake, and the time from it to the others is not in the report. */
const longestAgoMs = days(2 * 365)
const latestAheadMs = days(1)

/** The whole column is read in one order of day and month. */
function readTimes(
  rows: ReportRow[],
  { cells, now }: { cells: string[]; now: Date },
  complain: (line: number, problem: string) => void,
): void {
  const monthFirst = cells.some(isMonthFirst)
  for (const [index, row] of rows.entries()) {
    const cell = cells[index] ?? ''
    const time = readTime(cell, { monthFirst })
    if (!time) {
      if (cell !== '') complain(row.line, 'bukan waktu')
    } else if (time.at >= earlier(now, longestAgoMs) && time.at <= later(now, latestAheadMs)) row.time = time
    else complain(row.line, 'di luar dua tahun terakhir')
  }
}
