/** Writes docs/payment-decisions.md from the code that decides about payments. `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { type OrderStatus, orderStatuses, type PaymentStatus, paymentStatuses } from '../contract/src/orders.ts'
import { emptyReport, StatusAnswer, toReport } from '../midtrans/src/wire.ts'
import { decide, effectsOf } from '../server/src/payments/apply/decide.ts'
import { decideIntent, type Intent, type Known } from '../server/src/payments/attempts/decide-intent.ts'
import type { OrderWithLiveAttempt } from '../server/src/payments/attempts/queries.ts'

const file = new URL('../docs/payment-decisions.md', import.meta.url)

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const ended: PaymentStatus[] = ['GAGAL', 'KADALUARSA', 'DIBATALKAN']
const unpaid = paymentStatuses.filter((status) => status !== 'SUKSES')
const columns: [heading: string, orders: readonly OrderStatus[], attempts: readonly PaymentStatus[]][] = [
  ['DIPROSES, PENDING', ['DIPROSES'], ['PENDING']],
  [`DIPROSES, ${ended.join('/')}`, ['DIPROSES'], ended],
  ['DIBAYAR/DIKIRIM/SELESAI, not SUKSES', ['DIBAYAR', 'DIKIRIM', 'SELESAI'], unpaid],
  ['DIBATALKAN, not SUKSES', ['DIBATALKAN'], unpaid],
  ['any, SUKSES', orderStatuses, ['SUKSES']],
]

const open = 'pending, authorize, capture with fraud_status challenge'
/** What the gateway says, with the circumstances on which its meaning depends. */
const reports = [
  'status_code 404',
  `${open} (known)`,
  `${open} (another)`,
  'settlement, capture (known)',
  'settlement, capture (another)',
  'deny, failure (known)',
  'expire (known, in time)',
  'expire (known, overdue)',
  'cancel (known, not replaced)',
  'cancel (known, replaced)',
  'deny, failure, expire, cancel (another)',
  'refund',
  'chargeback',
  'partial_refund, partial_chargeback',
  'any other word (in time)',
  'any other word (overdue)',
]

function outcomesOf(report: string): string[] {
  const [, said = '', inBrackets = ''] = /^(.*?)(?: \((.*)\))?$/.exec(report) ?? []
  const words = inBrackets.split(', ')
  const values = (yes: string, no: string) => [true, false].filter((is) => !words.includes(is ? no : yes))
  const code = /^status_code (\d+)$/.exec(said)?.[1]
  const [transaction_status] = said.split(', ')
  const { state } = toReport(StatusAnswer.parse(code ? { status_code: code } : { transaction_status }))
  return columns.map(([heading, orders, attempts]) => {
    const outcomes = new Set<string>()
    for (const order of orders)
      for (const attempt of attempts)
        for (const isOverdue of values('overdue', 'in time'))
          for (const isReplaced of values('replaced', 'not replaced'))
            for (const isOtherTransaction of values('another', 'known')) {
              outcomes.add(decide({ order, attempt, isOverdue, isReplaced, isOtherTransaction }, state))
            }
    if (outcomes.size !== 1) throw new Error(`${report}, ${heading}: ${[...outcomes].join(', ')}; it needs more rows`)
    return [...outcomes].join()
  })
}

const now = new Date('2026-11-20T03:00:00Z')
const soon = new Date('2026-11-20T04:00:00Z')
const live: OrderWithLiveAttempt = {
  id: 'A',
  user_id: '1',
  source: 'penjual',
  status: 'DIPROSES',
  expires_at: soon,
  total_price: 46_000,
  attempt_id: 'A',
  attempt_expires_at: soon,
  amount: 46_000,
  chosen_method: null,
  used_method: null,
  payment_type: null,
  transaction_id: null,
  snap_token: 't',
  redirect_url: 'https://t',
  key_set_id: 'k',
  replaced_at: null,
  is_sent: true,
}
const known: Known = { changes: 0, usedIds: 0, isRefreshed: false, hasWaited: false, keySetId: 'k' }
const by = { id: '7', name: 'Rina' }
const payment = { way: 'cash', amount: 46_000, day: '2026-11-20' }

const intents: [heading: string, intent: Intent][] = [
  ['open', { kind: 'open', isChange: false }],
  ['replace', { kind: 'replace', attemptId: 'A' }],
  ['cancel by buyer or time', { kind: 'cancel', by: 'customer' }],
  ['cancel by administrator', { kind: 'cancel', by }],
  ['hand payment', { kind: 'hand payment', by, payment } as Extract<Intent, { kind: 'hand payment' }>],
]
const none = { attempt_id: null, snap_token: null, is_sent: false }
const situations: [what: string, order: Partial<OrderWithLiveAttempt>, known?: Partial<Known>][] = [
  ['has an open payment', {}],
  ['its payment’s own time is over', { attempt_expires_at: now }],
  ['its payment has no token yet', { snap_token: null }],
  ['its payment was never sent', { snap_token: null, is_sent: false }],
  ['its payment is being changed', { replaced_at: now }],
  ['its payment is closed at the gateway', {}, { closed: {} }],
  ['its payment can’t be closed, as an administrator was told', {}, { closed: { report: emptyReport as never } }],
  ['its payment keeps changing', {}, { changes: 99 }],
  ['has no payment', none],
  ['has no payment, and the shop no keys', none, { keySetId: undefined }],
  ['is paid or cancelled', { status: 'DIBAYAR' }],
  ['its time is over', { expires_at: now }],
]

function nextOf(intent: Intent, order: Partial<OrderWithLiveAttempt>, more: Partial<Known> = {}): string {
  try {
    const decision = decideIntent({ ...live, ...order }, { ...known, ...more }, intent, now)
    return decision.next === 'write' ? decision.effects.map(({ write }) => write).join(', ') : `*${decision.next}*`
  } catch (error) {
    return (error as { code: string }).code
  }
}

const written = `# Decisions about payments

What a report of the gateway, and what somebody's intent, does to an order. \`npm run payment-decisions\` writes this page from
\`server/src/payments/apply/decide.ts\` and \`server/src/payments/attempts/decide-intent.ts\`; what the words mean, and why, is in
[0004](decisions/0004-only-get-status-makes-an-order-paid.md).

## Reports

A column heading is the status of the order, then that of the attempt. For money that was taken back before the gateway was asked,
\`ignore\` of a settlement is \`restore\`, and \`give-back\` of a refund is \`restore-in-part\`.

${table(
  ['Midtrans says', ...columns.map(([heading]) => heading)],
  reports.map((report) => [report, ...outcomesOf(report)]),
)}

What each outcome writes, in this sequence, in one transaction:

${table(
  ['Outcome', 'Effects'],
  Object.entries(effectsOf).map(([outcome, effects]) => [outcome, effects.join(', ') || 'none']),
)}

## Intents

What is next for an order that is unpaid, in a loop until the writes are done. Slanted is what is done outside of a transaction, and in
capitals a refusal.

${table(
  ['The order', ...intents.map(([heading]) => heading)],
  situations.map(([what, order, more]) => [what, ...intents.map(([, intent]) => nextOf(intent, order, more))]),
)}
`
if (!process.argv.includes('--check')) {
  writeFileSync(file, written)
} else if (readFileSync(file, 'utf8') !== written) {
  console.error('docs/payment-decisions.md differs from the code: run npm run payment-decisions')
  process.exitCode = 1
}
