import { type OrderStatus, orderStatuses, type PaymentStatus, paymentStatuses } from '@camilan/contract/orders'
import { expect, test } from 'vitest'
import { decide, type Outcome } from './decide.ts'
import type { PaymentState } from './gateway-wire.ts'

const columns = ['absent', 'pending', 'settled', 'denied', 'expired', 'cancelled', 'refunded', 'unknown'] as const
const isEveryState: PaymentState extends (typeof columns)[number] ? true : never = true

/** For each order and attempt, what each state of the payment means, in the columns' order; `-` is ignore. */
const table: Record<OrderStatus, Record<PaymentStatus, string>> = {
  DIPROSES: {
    PENDING: '- note pay fail lapse lapse alarm -',
    SUKSES: '- - - - - - alarm -',
    GAGAL: '- close pay - - - alarm -',
    KADALUARSA: '- close pay - - - alarm -',
    DIBATALKAN: '- close pay - - - alarm -',
  },
  DIBAYAR: late(),
  DIKIRIM: late(),
  SELESAI: late(),
  DIBATALKAN: late(),
}

/** The order is past being paid: what is open is closed, and money that comes goes back. */
function late(): Record<PaymentStatus, string> {
  const unpaid = '- close refund - - - - -'
  return {
    PENDING: unpaid,
    SUKSES: '- - - - - - alarm -',
    GAGAL: unpaid,
    KADALUARSA: unpaid,
    DIBATALKAN: unpaid,
  }
}

const combinations = orderStatuses.flatMap((order) => paymentStatuses.map((attempt) => ({ order, attempt })))

test.each(combinations)('an order that is $order with an attempt that is $attempt', ({ order, attempt }) => {
  expect(isEveryState).toBe(true)
  const expected = table[order][attempt].split(' ').map((word) => (word === '-' ? 'ignore' : word)) as Outcome[]
  const decided = columns.map((state) => decide(order, attempt, state))
  expect(Object.fromEntries(columns.map((state, i) => [state, decided[i]]))).toEqual(
    Object.fromEntries(columns.map((state, i) => [state, expected[i]])),
  )
})
