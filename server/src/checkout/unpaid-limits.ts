import type { ShopSettings } from '@camilan/contract/settings'
import { days, later } from '../platform/clock.ts'
import type { BuyerHistory } from './buyer-history.ts'
import { TooManyUnpaid, TooManyUnpaidEnded } from './errors.ts'

/** Unpaid orders hold stock: a limit keeps one buyer from holding all of it. */
export function assertUnpaidLimit({ unpaid }: BuyerHistory, { max_unpaid_orders }: ShopSettings): void {
  if (unpaid >= max_unpaid_orders) throw new TooManyUnpaid(unpaid)
}

/** A cancellation is never refused. Without this limit one buyer could take and return stock all day. */
export function assertUnpaidEndedLimit({ unpaidEndedAt }: BuyerHistory, settings: ShopSettings, now: Date): void {
  const oldest = unpaidEndedAt[settings.max_unpaid_ended - 1]
  if (oldest) throw new TooManyUnpaidEnded({ ended: unpaidEndedAt.length, until: later(oldest, days(1)), now })
}
