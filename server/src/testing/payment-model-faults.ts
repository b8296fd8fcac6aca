/** How the gateway of the model lies. */
import type { Switches } from '@camilan/payment-sandbox'
import { chance, type Random } from './payment-model-random.ts'

/** What the gateway's documentation leaves open. */
export const randomBehaviour = (random: Random): Partial<Switches> => ({
  qrIssuer: random.of(['own', 'own', 'dana', 'airpay shopee']),
  shortLives: chance(random, 0.8),
  allowRetry: chance(random, 0.5),
  refundConfirmSeconds: random.of([0, 3_600]),
})

export function randomFaults(random: Random): Partial<Switches> {
  const answers = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'error', 'unavailable', 'bad-json', 'lost-reply'] as const
  return {
    create: random.of(answers),
    status: random.of(answers),
    cancel: random.of([...answers, 'lost-reply', 'lost-reply', 'lost-reply', 'lost-reply']), // its notification may arrive all the same
    refund: random.of(answers),
    webhook: random.of(['deliver', 'deliver', 'drop', 'drop', 'duplicate', 'out-of-order', 'bad-signature']),
    webhookDelaySeconds: random.of([0, 0, 20, 600]),
    statusLags: chance(random, 0.1),
    refuseServerKey: chance(random, 0.05),
    lateSettlement: chance(random, 0.2),
    settleAfterExpire: chance(random, 0.2),
    withdrawn: chance(random, 0.15),
    inactiveMethod: random.of(['none', 'none', 'none', 'all', 'gopay']),
    refundOutcome: random.of(['approved', 'approved', 'denied', 'balance-too-low']),
    replayRefunds: chance(random, 0.3),
    answerDelaySeconds: random.of([0, 0, 0.02]),
  }
}
