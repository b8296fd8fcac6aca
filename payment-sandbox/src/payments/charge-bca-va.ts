import { randomInt, randomUUID } from 'node:crypto'
import type { Sandbox } from '../sandbox.ts'
import { type ChargedPayment, isCharged, type Payment } from './payment.ts'
import { savePayment } from './save-payment.ts'

const defaultVaLifeMs = 24 * 3_600_000

/** Makes the VA number and sends the 'pending' webhook. A second call returns the same VA and sends nothing. */
export function chargeBcaVa(sandbox: Sandbox, payment: Payment): ChargedPayment {
  if (isCharged(payment)) return payment
  const now = sandbox.clock.now()
  const { startAt, durationMs } = payment.expiry ?? { startAt: null, durationMs: defaultVaLifeMs }
  const charged: ChargedPayment = {
    ...payment,
    charge: {
      transactionId: randomUUID(),
      vaNumber: freeVaNumber(sandbox, payment.vaSuffix ?? ''),
      status: 'pending',
      chargedAt: now,
      expiresAt: (startAt ?? now) + durationMs,
      settledAt: null,
      settlesLateAt: null,
    },
  }
  savePayment(sandbox, charged, { notify: true })
  return charged
}

function freeVaNumber(sandbox: Sandbox, suffix: string): string {
  const length = Math.max(sandbox.switches.vaLength, suffix.length + 4)
  for (;;) {
    const digits = Array.from({ length: length - suffix.length }, () => randomInt(10)).join('')
    if (!sandbox.payments.byVaNumber(digits + suffix)) return digits + suffix
  }
}
