import * as z from 'zod/mini'
import { maxLengths, requiredText } from './fields.ts'
import { checkedKinds, moneyKindNames } from './money-values.ts'
import { orderStatuses } from './order-values.ts'
import { refundReasons } from './refund-values.ts'
import { Instant, limitOf, Page, Rupiah } from './wire.ts'

export * from './money-values.ts'

/** Money that an administrator has to look at. */
export const MoneyMatter = z.object({
  kind: z.enum(moneyKindNames),
  /** Of the refund, the order (withdrawn) or the payment; of a finding in the books its rule and subject. */
  id: z.string(),
  /** The values of its order; null for a payment without one. */
  order: z.nullable(
    z.object({
      id: z.string(),
      status: z.enum(orderStatuses),
      buyer: z.object({ name: z.string(), phone: z.nullable(z.string()) }),
    }),
  ),
  /** Null if the gateway reported no readable amount. */
  amount: z.nullable(Rupiah),
  /** The amount of the payment in the shop, or the total of the order. */
  expected: z.nullable(Rupiah),
  /** The gateway's name of the payment's state. Null for a withdrawal whose money has arrived again. */
  gateway_state: z.nullable(z.string()),
  reason: z.nullable(z.enum(refundReasons)),
  at: Instant,
  /**
   * Of an order to which the shop owes less than it gave back: its newest refund at the gateway's dashboard that nobody had
   * promised, and whether one of the same amount was recorded by hand.
   */
  outside: z.nullable(z.object({ refund_id: z.string(), amount: Rupiah, is_by_hand_too: z.boolean() })),
  /** What a finding in the books says: which of `bookRules` is broken, and the figures. Else null. */
  rule: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
export type MoneyMatter = z.infer<typeof MoneyMatter>

/** A page, the oldest first. `total` counts all of them, whatever the limit, and `refunds` those that are refunds due. */
export const MoneyList = z.object({ data: z.array(MoneyMatter), total: z.int(), refunds: z.int() })
export type MoneyList = z.infer<typeof MoneyList>

export const MoneyQuery = z.object({ page: Page, limit: limitOf(100) })

const matterId = /^[\x20-\x7e]{1,100}$/

/** A matter that a note ends. */
export const CheckedMatter = z.object({
  kind: z.enum(checkedKinds),
  id: z.string().check(z.regex(matterId)),
})
export type CheckedMatter = z.infer<typeof CheckedMatter>

/** The order to which a payment without order belongs, and how the administrator knows. */
export const PaymentAssignment = z.object({
  order_id: requiredText('Nomor pesanan', 50),
  note: requiredText('Catatan', maxLengths.notes),
})
export type PaymentAssignment = z.infer<typeof PaymentAssignment>

export const UnmatchedPath = z.object({ id: z.string().check(z.regex(matterId)) })

export const MoneyNote = z.object({ note: requiredText('Catatan', maxLengths.notes) })
