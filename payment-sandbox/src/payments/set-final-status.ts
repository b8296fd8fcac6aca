import type { Sandbox } from '../sandbox.ts'
import type { ChargedPayment, ChargeStatus } from './payment.ts'
import { savePayment } from './save-payment.ts'

const lateSettlementMs = 5_000

/** Sets the status that ends a payment and sends the webhook. The caller checks whether this transition is allowed. */
export function setFinalStatus(
  sandbox: Sandbox,
  payment: ChargedPayment,
  status: Exclude<ChargeStatus, 'pending'>,
): ChargedPayment {
  const now = sandbox.clock.now()
  const settlesLate = status === 'cancel' && sandbox.switches.lateSettlement
  const ended: ChargedPayment = {
    ...payment,
    charge: {
      ...payment.charge,
      status,
      settledAt: status === 'settlement' ? now : null,
      settlesLateAt: settlesLate ? now + lateSettlementMs / sandbox.speed : null,
    },
  }
  savePayment(sandbox, ended, { notify: true })
  return ended
}
