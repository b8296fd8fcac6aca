/** The day on which a buyer wants an order, in a shop that lets them choose it. */
import type { PlaceOrder } from '@camilan/contract/checkout'
import { addDays, handoverDays, lastMomentFor, makingFor } from '@camilan/contract/days'
import type { ShopSettings } from '@camilan/contract/settings'
import { wishedAhead } from '@camilan/contract/settings/orders/days'
import { cartLinesOf } from '../../orders/cart/queries.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { DayUnavailable } from '../errors.ts'
import { hasCap, isFull, leftOf, useOfMakingDays } from '../opening/daily-cap.ts'
import { servicesTo } from './delivery-services.ts'

export interface Wish {
  wantedOn: string
  handoverOn: string
  /** Null where the seller has set no days of making. */
  making: string | null
  /** The most days on the way. The order is handed over so early that it arrives in time, also if it takes them all. */
  onTheWay: number
  /** Paid at this moment or later, the order would be too late. */
  payBefore: Date | null
}

interface Wishing {
  buyerId: string
  form: PlaceOrder
}

/** @returns null without a wish @throws {DayUnavailable} the day can't be kept, or wishes are not offered */
export async function wishOf(
  tx: Tx,
  settings: ShopSettings,
  { buyerId, form }: Wishing,
  now: Date,
): Promise<Wish | null> {
  const { wanted_on: wantedOn } = form
  if (wantedOn == null) return null
  const onTheWay = form.delivery_way === 'pickup' ? 0 : await daysOnTheWay(tx, settings, { buyerId, form }, now)
  const handoverOn = onTheWay === null ? null : addDays(wantedOn, -onTheWay)
  if (onTheWay === null || handoverOn === null || !possibleDays(settings, now).includes(handoverOn)) {
    throw new DayUnavailable(wantedOn)
  }
  const making = makingOf(settings, handoverOn)
  return { wantedOn, handoverOn, onTheWay, making, payBefore: lastMomentFor(settings, handoverOn) }
}

/** Of the chosen service, for the cart as it is before its products are locked. */
async function daysOnTheWay(
  tx: Tx,
  settings: ShopSettings,
  { buyerId, form }: Wishing,
  now: Date,
): Promise<number | null> {
  const { chosen } = await servicesTo(tx, settings, await cartLinesOf(tx, { buyerId, part: form.cart_part }, now), form)
  return chosen?.service.days_max ?? null
}

const possibleDays = (settings: ShopSettings, now: Date) =>
  settings.wished_days ? handoverDays(settings, now, wishedAhead) : []

const makingOf = (settings: ShopSettings, handover: string) =>
  settings.making_days.length > 0 ? makingFor(settings, handover) : null

/** The days of handing over that can be kept now, without those whose day of making is full. */
export async function wishableDays(db: Db, settings: ShopSettings, now: Date): Promise<string[]> {
  const possible = possibleDays(settings, now)
  const { daily_cap, making_days } = settings
  if (possible.length === 0 || making_days.length === 0 || !hasCap(daily_cap)) return possible
  const uses = await useOfMakingDays(db, settings, now)
  return possible.filter((day) => {
    const use = uses.get(makingOf(settings, day) ?? '')
    return use === undefined || !isFull(leftOf(daily_cap, use))
  })
}
