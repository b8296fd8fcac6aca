import { paymentMethodNames } from '@camilan/contract/payment-methods'

const answerModes = ['ok', 'error', 'unavailable', 'hang', 'bad-json', 'lost-reply'] as const
const webhookModes = ['deliver', 'drop', 'duplicate', 'bad-signature', 'out-of-order'] as const
const closingCallbacks = ['onClose', 'onPending'] as const
const inactiveMethods = ['none', 'all', ...paymentMethodNames] as const
const refundOutcomes = ['approved', 'denied', 'balance-too-low', 'not-refundable', 'unknown'] as const
const qrIssuers = ['own', 'gopay', 'dana', 'ovo', 'airpay shopee'] as const

/** The behaviour of an endpoint. `error` is 500, `unavailable` 503; `lost-reply` does the work and then breaks the connection. */
export type AnswerMode = (typeof answerModes)[number]

/** Faults to test with, and behaviours that Midtrans's documentation does not define. */
export interface Switches {
  create: AnswerMode
  status: AnswerMode
  cancel: AnswerMode
  refund: AnswerMode
  /** How late each answer to the merchant is sent, by the machine's clock. */
  answerDelaySeconds: number
  /** Whether GET status still answers 'pending' for a settled payment. */
  statusLags: boolean
  /** Whether the merchant's key is refused with 401. */
  refuseServerKey: boolean
  webhook: (typeof webhookModes)[number]
  webhookDelaySeconds: number
  /** A cancel is answered with success, and the bank still reports the money a few seconds later. */
  lateSettlement: boolean
  /** The same after an expiry. */
  settleAfterExpire: boolean
  /** A settlement of Permata, Mandiri or Indomaret is denied a few seconds later. */
  withdrawn: boolean
  refundOutcome: (typeof refundOutcomes)[number]
  /** Whether a used refund_key is answered like the first time, instead of 406. */
  replayRefunds: boolean
  /** The time from a refund to its confirmation by the bank. */
  refundConfirmSeconds: number
  /** Whose app pays a QR: the acquirer's own, or another one ('off-us'). */
  qrIssuer: (typeof qrIssuers)[number]
  /** The method that the merchant has not activated. */
  inactiveMethod: (typeof inactiveMethods)[number]
  /** Whether QR and wallets run out after their own time, or only at the end of the request's `expiry`. */
  shortLives: boolean
  /** Whether the popup lets the customer choose again after the first transaction has expired. */
  allowRetry: boolean
  /** Whether a cancelled or expired order_id may be used for a new transaction. */
  reuseEndedOrderId: boolean
  /** The callback of the popup's X after the VA number was shown. */
  closeAfterVa: (typeof closingCallbacks)[number]
  /** Whether the page of a pending payment shows its QR again after it was left. */
  showQrAgain: boolean
  /** Whether a token with one method makes its VA when the page opens, or after one more click. */
  chargeOnOpen: boolean
  /** HTTP status of a Core API answer whose body says 401. */
  unauthorizedHttpStatus: 401 | 200
  vaLength: number
}

export const defaultSwitches: Readonly<Switches> = {
  create: 'ok',
  status: 'ok',
  cancel: 'ok',
  refund: 'ok',
  answerDelaySeconds: 0,
  statusLags: false,
  refuseServerKey: false,
  webhook: 'deliver',
  webhookDelaySeconds: 0,
  lateSettlement: false,
  settleAfterExpire: false,
  withdrawn: false,
  refundOutcome: 'approved',
  replayRefunds: false,
  refundConfirmSeconds: 0,
  qrIssuer: 'own',
  inactiveMethod: 'none',
  shortLives: true,
  allowRetry: false,
  reuseEndedOrderId: false,
  closeAfterVa: 'onClose',
  showQrAgain: true,
  chargeOnOpen: true,
  unauthorizedHttpStatus: 401,
  vaLength: 23,
}

type Choices = readonly unknown[] | { least: number; most: number; whole?: true }

/** The values that each switch accepts. */
export const switchChoices: Readonly<Record<keyof Switches, Choices>> = {
  create: answerModes,
  status: answerModes,
  cancel: answerModes,
  refund: answerModes,
  answerDelaySeconds: { least: 0, most: 60 },
  statusLags: [false, true],
  refuseServerKey: [false, true],
  webhook: webhookModes,
  webhookDelaySeconds: { least: 0, most: 86_400 },
  lateSettlement: [false, true],
  settleAfterExpire: [false, true],
  withdrawn: [false, true],
  refundOutcome: refundOutcomes,
  replayRefunds: [false, true],
  refundConfirmSeconds: { least: 0, most: 86_400 },
  qrIssuer: qrIssuers,
  inactiveMethod: inactiveMethods,
  shortLives: [true, false],
  allowRetry: [false, true],
  reuseEndedOrderId: [false, true],
  closeAfterVa: closingCallbacks,
  showQrAgain: [true, false],
  chargeOnOpen: [true, false],
  unauthorizedHttpStatus: [401, 200],
  vaLength: { least: 11, most: 32, whole: true },
}

/** @returns the unknown names, and those with a value that they don't accept; empty if the change can be applied */
export function wrongSwitches(change: object): string[] {
  return Object.entries(change).flatMap(([name, value]) =>
    isSwitch(name) && isAmong(switchChoices[name], value) ? [] : [name],
  )
}

function isSwitch(name: string): name is keyof Switches {
  return Object.hasOwn(switchChoices, name)
}

function isAmong(choices: Choices, value: unknown): boolean {
  if (!('least' in choices)) return choices.includes(value)
  const isInRange = typeof value === 'number' && value >= choices.least && value <= choices.most
  return isInRange && (!choices.whole || Number.isInteger(value))
}
