import { emptyReport } from '@camilan/midtrans/wire'
import { describe, expect, test } from 'vitest'
import { earlier, later, minutes } from '../../platform/clock.ts'
import { decideIntent, type Intent, isCancelledAnyway, type Known } from './decide-intent.ts'
import type { OrderWithLiveAttempt } from './queries.ts'

const now = new Date('2026-11-20T03:00:00Z')
const by = { id: '7', name: 'Rina' }
const form = { way: 'cash', amount: 46_000, day: '2026-11-20' } as const

const unpaid: OrderWithLiveAttempt = {
  ...{ id: 'A', user_id: '1', source: 'penjual', status: 'DIPROSES', expires_at: later(now, minutes(60)) },
  ...{ total_price: 46_000, attempt_id: 'A', attempt_expires_at: later(now, minutes(60)), amount: 46_000 },
  ...{ chosen_method: null, used_method: null, payment_type: null, transaction_id: null },
  ...{ snap_token: 't', redirect_url: 'https://t', key_set_id: 'k', replaced_at: null, is_sent: true },
}
const none = { attempt_id: null, snap_token: null, is_sent: false }
const known: Known = { changes: 0, usedIds: 0, isRefreshed: false, hasWaited: false, keySetId: 'k' }

const open: Intent = { kind: 'open', isChange: false }
const replace: Intent = { kind: 'replace', attemptId: 'A', method: 'bca_va' }
const byBuyer: Intent = { kind: 'cancel', by: 'customer' }
const byAdmin: Intent = { kind: 'cancel', by }
const byTime: Intent = { kind: 'cancel', by: 'system' }
const cash = { kind: 'hand payment', by, payment: form } as unknown as Intent

type Row = [what: string, order: Partial<OrderWithLiveAttempt>, known: Partial<Known>, next: string | string[]]

/** What is next, the writes by their names, or the code of a refusal. */
function nextOf(intent: Intent, order: Row[1], more: Row[2]): string | string[] {
  try {
    const decision = decideIntent({ ...unpaid, ...order }, { ...known, ...more }, intent, now)
    return decision.next === 'write' ? decision.effects.map(({ write }) => write) : decision.next
  } catch (error) {
    return (error as { code: string }).code
  }
}

const table: [string, Intent, Row[]][] = [
  [
    'opening',
    open,
    [
      ['has a token', {}, {}, 'done'],
      ['has a token whose own time is over', { attempt_expires_at: earlier(now, 1) }, {}, 'refresh'],
      ['was refreshed', { attempt_expires_at: earlier(now, 1) }, { isRefreshed: true }, 'done'],
      ['has no token', { snap_token: null }, {}, 'ask for token'],
      ['has no token after a wait', { snap_token: null }, { hasWaited: true }, 'PAYMENT_UNAVAILABLE'],
      ['is being changed', { replaced_at: now }, {}, 'finish change'],
      ['has no attempt', none, {}, ['begin attempt']],
      ['has no attempt, and used ids', none, { usedIds: 4 }, 'PAYMENT_UNAVAILABLE'],
      ['is paid', { status: 'DIBAYAR' }, {}, 'NOT_PAYABLE'],
      ['is over', { expires_at: now }, {}, 'NOT_PAYABLE'],
      ['has no token, and the shop no keys', { snap_token: null }, { keySetId: undefined }, 'PAYMENT_UNAVAILABLE'],
    ],
  ],
  [
    'a change of the method',
    replace,
    [
      ['is open', {}, {}, 'close'],
      ['is closed', {}, { closed: {} }, ['end attempt', 'begin attempt']],
      ['was never asked for', { is_sent: false, snap_token: null }, {}, ['end attempt', 'begin attempt']],
      ['has no attempt', none, {}, ['begin attempt']],
      ['has another attempt', { attempt_id: 'A-2' }, {}, 'done'],
      ['is paid', { status: 'DIBAYAR' }, {}, 'done'],
      ['is over', { expires_at: now }, {}, 'done'],
      ['keeps changing', {}, { changes: 4 }, 'PAYMENT_UNAVAILABLE'],
      ['is open, and the shop has no keys', {}, { keySetId: undefined }, 'PAYMENT_UNAVAILABLE'],
    ],
  ],
  [
    'its buyer’s cancellation',
    byBuyer,
    [
      ['is open', {}, {}, 'close'],
      ['is closed', {}, { closed: {} }, ['end attempt', 'cancel order']],
      ['has no attempt', none, {}, ['cancel order']],
      ['is cancelled', { status: 'DIBATALKAN' }, {}, 'done'],
      ['keeps changing', {}, { changes: 4 }, 'PAYMENT_UNAVAILABLE'],
    ],
  ],
  [
    'an administrator’s end',
    byAdmin,
    [
      ['is open', {}, {}, 'close'],
      ['keeps changing', {}, { changes: 4 }, ['end attempt', 'cancel order']],
      [
        'has money of another amount',
        {},
        { closed: { report: { ...emptyReport, state: 'settled' } } },
        ['end attempt', 'cancel order', 'apply report'],
      ],
    ],
  ],
  [
    'a payment by hand',
    cash,
    [
      ['is open', {}, {}, 'close'],
      ['is closed', {}, { closed: {} }, ['end attempt', 'hand payment']],
      ['was placed by its buyer', { source: 'toko' }, {}, 'INVALID_TRANSITION'],
      ['costs more', { total_price: 46_001 }, {}, 'VALIDATION'],
      ['is paid', { status: 'DIBAYAR' }, {}, 'done'],
    ],
  ],
]

describe.each(table)('%s of an order', (_intent, intent, rows) => {
  test.each(rows)('that %s', (_what, order, more, next) => {
    expect(nextOf(intent, order, more)).toEqual(next)
  })
})

test('an attempt ends KADALUARSA when its time is over, else DIBATALKAN, and is marked with whoever closes it', () => {
  const statuses = [byTime, byBuyer, byAdmin, replace].map((intent) => {
    const decision = decideIntent(unpaid, { ...known, closed: {} }, intent, now)
    return decision.next === 'write' && decision.effects[0]?.write === 'end attempt' && decision.effects[0].status
  })
  expect(statuses).toEqual(['KADALUARSA', 'DIBATALKAN', 'DIBATALKAN', 'DIBATALKAN'])
  const marks = [byTime, byAdmin, replace].map((intent) => decideIntent(unpaid, known, intent, now))
  expect(marks).toEqual([
    expect.objectContaining({ mark: { closing_actor: 'system', closing_admin: null } }),
    expect.objectContaining({ mark: { closing_actor: 'admin', closing_admin: '7' } }),
    { next: 'close', mark: { replaced_at: now, chosen_method: 'bca_va' } },
  ])
})

test('only a payment of the right amount stops an administrator, and every report stops the others', () => {
  const settled = { ...emptyReport, state: 'settled', orderId: 'A', amount: 46_000 } as const
  expect(isCancelledAnyway(byAdmin, unpaid, settled)).toBe(false)
  expect(isCancelledAnyway(byAdmin, unpaid, { ...settled, amount: 45_999 })).toBe(true)
  expect(isCancelledAnyway(byBuyer, unpaid, { ...settled, amount: 45_999 })).toBe(false)
})
