/** The comparison of the shop's payments with a report that an administrator downloads from the gateway's dashboard. */
import * as z from 'zod/mini'
import { jsonText } from './fields.ts'
import { Instant, Rupiah } from './wire.ts'

export const maxReportBytes = 10 * 1024 * 1024
export const maxReportRows = 50_000

/** What a column may hold. No list of the gateway's columns is known, so an administrator assigns them. */
export const columnRoles = ['order_id', 'amount', 'status', 'method', 'fee', 'net', 'time', 'transaction_id'] as const
export type ColumnRole = (typeof columnRoles)[number]

const Index = z.int().check(z.gte(0), z.lte(199))
const optional = z.nullable(Index)

/** The column of each role, counted from 0; null if the file has none. */
export const ReportColumns = z.object({
  order_id: Index,
  amount: Index,
  status: optional,
  method: optional,
  fee: optional,
  net: optional,
  time: optional,
  transaction_id: optional,
})
export type ReportColumns = z.infer<typeof ReportColumns>

export const ReportPreview = z.object({
  headers: z.array(z.string()),
  /** The first rows of the file, cut to a readable length. */
  rows: z.array(z.array(z.string())),
  columns: z.extend(ReportColumns, { order_id: optional, amount: optional }),
  /** An administrator has assigned these columns to these headers before. */
  is_remembered: z.boolean(),
})
export type ReportPreview = z.infer<typeof ReportPreview>

/** The texts of the form whose file is the report; `columns` is JSON. */
export const ReportForm = z.object({ columns: jsonText(ReportColumns) })

const Span = z.object({ from: Instant, until: Instant })
export type Span = z.infer<typeof Span>

/**
 * - `recorded`: the gateway has money, which is now in the list of payments without an order
 * - `applied`: the gateway's answer was applied to the order
 * - `no-money`: the gateway knows it and has no money
 * - `has-money`: the gateway still has the money that went back according to the report
 * - `absent`: the gateway does not know it
 * - `unasked`: not asked, or not answered
 */
export const gatewayAnswers = ['recorded', 'applied', 'no-money', 'has-money', 'absent', 'unasked'] as const
export type GatewayAnswer = (typeof gatewayAnswers)[number]

/** At most `maxListed` of `total`. */
const listOf = <T extends z.core.$ZodType>(item: T) => z.object({ total: z.int(), data: z.array(item) })
export const maxListed = 100

export const ReportResult = z.object({
  rows: z.int(),
  /** The time of the rows; null if no column has it. */
  span: z.nullable(Span),
  problems: listOf(z.object({ line: z.int(), column: z.string(), problem: z.string() })),
  matched: z.object({ count: z.int(), amount: Rupiah }),
  other_amounts: listOf(
    z.object({ id: z.string(), order_id: z.string(), line: z.int(), amount: Rupiah, expected: Rupiah }),
  ),
  /** Refunds and chargebacks in the file that the shop did not know. `status` is the file's word. */
  went_back: listOf(
    z.object({
      id: z.string(),
      order_id: z.string(),
      line: z.int(),
      amount: Rupiah,
      status: z.string(),
      answer: z.enum(gatewayAnswers),
    }),
  ),
  /** Money in the file that the shop does not have; with `order_id` its order is known, and not paid by it. */
  missing_here: listOf(
    z.object({
      id: z.string(),
      order_id: z.nullable(z.string()),
      line: z.int(),
      amount: Rupiah,
      answer: z.enum(gatewayAnswers),
    }),
  ),
  /** Paid in the shop in the file's time, and not in the file; `status` is the file's word if it has another state. */
  missing_there: listOf(
    z.object({
      id: z.string(),
      order_id: z.string(),
      amount: Rupiah,
      paid_at: Instant,
      status: z.nullable(z.string()),
    }),
  ),
  /** By Jakarta day and method, in this order. `fee` and `net` are null if the file does not say them for all payments. */
  fees: z.array(
    z.object({
      day: z.nullable(z.string()),
      method: z.string(),
      count: z.int(),
      amount: Rupiah,
      fee: z.nullable(Rupiah),
      net: z.nullable(Rupiah),
    }),
  ),
})
export type ReportResult = z.infer<typeof ReportResult>
