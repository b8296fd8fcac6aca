import { openState } from '@camilan/contract/opening'
import type { AdminOpening } from '@camilan/contract/opening-answer'
import type { ShopSettings } from '@camilan/contract/settings'
import type { Db } from '../../platform/db/db.ts'
import { hasCap, isFull, leftOf, useOfDay } from './daily-cap.ts'
import { presentOpening } from './present.ts'

/**
 * Whether the shop takes orders, and the rest of today's cap, for administrators. It counts orders only if there is a cap.
 */
export async function readOpening(db: Db, settings: ShopSettings, now: Date): Promise<AdminOpening> {
  const { daily_cap: cap, ...rules } = settings
  const left = hasCap(cap) ? leftOf(cap, await useOfDay(db, settings, now)) : { orders: null, pieces: null }
  const state = openState(rules, now)
  const isClosedByHand = !state.isOpen && state.reason === 'closed'
  return {
    opening: presentOpening(rules, { isFull: isFull(left) }, now),
    closed: isClosedByHand ? rules.closed : null,
    cap,
    left,
  }
}
