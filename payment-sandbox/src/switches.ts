const ANSWERS = ['ok', 'error', 'hang', 'bad-json', 'lost-reply'] as const
const WEBHOOKS = ['deliver', 'drop', 'duplicate', 'bad-signature', 'out-of-order'] as const
const CLOSINGS = ['onClose', 'onPending'] as const

/** How an endpoint answers; `lost-reply` does the work and then breaks the connection. */
export type AnswerMode = (typeof ANSWERS)[number]

/** Faults to rehearse, and the behaviours of Midtrans that its documentation leaves open. */
export interface Switches {
  create: AnswerMode
  status: AnswerMode
  cancel: AnswerMode
  webhook: (typeof WEBHOOKS)[number]
  webhookDelaySeconds: number
  /** A cancel is answered with success, and a few seconds later the bank reports the money all the same. */
  lateSettlement: boolean
  /** Whether a cancelled or expired order_id may be used for a new transaction. */
  reuseEndedOrderId: boolean
  /** Which callback the popup's X fires once the VA number was shown. */
  closeAfterVa: (typeof CLOSINGS)[number]
  /** Whether a token with one method makes its VA when the page opens, or after one more click. */
  chargeOnOpen: boolean
  /** HTTP status of a Core API answer whose body says 401. */
  unauthorizedHttpStatus: 401 | 200
  vaLength: number
}

export const DEFAULT_SWITCHES: Readonly<Switches> = {
  create: 'ok',
  status: 'ok',
  cancel: 'ok',
  webhook: 'deliver',
  webhookDelaySeconds: 0,
  lateSettlement: false,
  reuseEndedOrderId: false,
  closeAfterVa: 'onClose',
  chargeOnOpen: true,
  unauthorizedHttpStatus: 401,
  vaLength: 23,
}

type Choices = readonly unknown[] | { least: number; most: number; whole?: true }

/** What each switch can be set to. */
export const SWITCH_CHOICES: Readonly<Record<keyof Switches, Choices>> = {
  create: ANSWERS,
  status: ANSWERS,
  cancel: ANSWERS,
  webhook: WEBHOOKS,
  webhookDelaySeconds: { least: 0, most: 86_400 },
  lateSettlement: [false, true],
  reuseEndedOrderId: [false, true],
  closeAfterVa: CLOSINGS,
  chargeOnOpen: [true, false],
  unauthorizedHttpStatus: [401, 200],
  vaLength: { least: 11, most: 32, whole: true },
}

/** Names every key that is unknown or has a value it can't take; empty when the change may be applied. */
export function wrongSwitches(change: object): string[] {
  return Object.entries(change).flatMap(([name, value]) =>
    isSwitch(name) && isAmong(SWITCH_CHOICES[name], value) ? [] : [name],
  )
}

function isSwitch(name: string): name is keyof Switches {
  return Object.hasOwn(SWITCH_CHOICES, name)
}

function isAmong(choices: Choices, value: unknown): boolean {
  if (!('least' in choices)) return choices.includes(value)
  const isInRange = typeof value === 'number' && value >= choices.least && value <= choices.most
  return isInRange && (!choices.whole || Number.isInteger(value))
}
