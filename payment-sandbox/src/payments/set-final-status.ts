import type { Sandbox } from '../sandbox.ts'
import type { Charge, ChargedPayment, ChargeStatus } from './payment.ts'
import { savePayment } from './save-payment.ts'

const turnMs = 5_000

/** Who can take a settlement back within minutes. */
export const reversibleMethods: readonly string[] = ['permata_va', 'echannel', 'indomaret']

/** Sets the status that ends a payment and sends the webhook. The caller checks whether this transition is allowed. */
export function setFinalStatus(
  sandbox: Sandbox,
  payment: ChargedPayment,
  status: Exclude<ChargeStatus, 'pending'>,
): ChargedPayment {
  const { charge } = payment
  const now = sandbox.clock.now()
  const to = laterStatus(sandbox, charge, status)
  const ended: ChargedPayment = {
    ...payment,
    charge: {
      ...charge,
      status,
      settledAt: status === 'settlement' ? now : charge.settledAt,
      issuer: status === 'settlement' && charge.acquirer !== null ? issuerOf(sandbox, charge.acquirer) : charge.issuer,
      turns: to && { at: now + turnMs / sandbox.speed, to },
    },
  }
  savePayment(sandbox, ended, { notify: true })
  return ended
}

function laterStatus({ switches }: Sandbox, charge: Charge, status: ChargeStatus): 'settlement' | 'deny' | null {
  if (status === 'cancel' && switches.lateSettlement) return 'settlement'
  if (status === 'expire' && switches.settleAfterExpire) return 'settlement'
  if (status === 'settlement' && switches.withdrawn && reversibleMethods.includes(charge.method)) return 'deny'
  return null
}

/** Whose app pays a QR: the acquirer's own, or another one. */
const issuerOf = ({ switches }: Sandbox, acquirer: string) =>
  switches.qrIssuer === 'own' ? acquirer : switches.qrIssuer
