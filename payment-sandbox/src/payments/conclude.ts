import type { Sandbox } from '../sandbox.ts'
import type { ChargedPayment, ChargeStatus } from './payment.ts'
import { record } from './record.ts'

const LATE_SETTLEMENT_MS = 5_000

/** Moves a payment to the status that ends it and tells the merchant. Whether it may is for the caller to judge. */
export function conclude(
  sandbox: Sandbox,
  payment: ChargedPayment,
  status: Exclude<ChargeStatus, 'pending'>,
): ChargedPayment {
  const now = sandbox.clock.now()
  const comesLate = status === 'cancel' && sandbox.switches.lateSettlement
  const concluded: ChargedPayment = {
    ...payment,
    charge: {
      ...payment.charge,
      status,
      settledAt: status === 'settlement' ? now : null,
      settlesLateAt: comesLate ? now + LATE_SETTLEMENT_MS / sandbox.speed : null,
    },
  }
  record(sandbox, concluded, { notify: true })
  return concluded
}
