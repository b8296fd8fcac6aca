import { cities } from '@camilan/contract/cities'
import type { DeliveryForm } from '@camilan/contract/order-changes'
import { deliveryWayOf, type OrderSource, orderFormSentences } from '@camilan/contract/order-values'
import { fullNameOf } from '@camilan/contract/place-codes'
import type { Place } from '@camilan/contract/places'
import { sql } from 'kysely'
import { changedFields } from '../../people/audit/changed-fields.ts'
import type { Administrator } from '../../people/audit/record-change.ts'
import { orderChanged } from '../../people/notifications/live.ts'
import { notify } from '../../people/notifications/notify.ts'
import type { Db } from '../../platform/db/db.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { publish } from '../../platform/events/broadcast.ts'
import { placeNamed, placeOf } from '../../settings/places/places.ts'
import { NotChangeable, OrderChanged } from '../errors.ts'
import { deliveryFields } from '../queries.ts'
import { changeOrder } from './change-order.ts'

/**
 * An administrator changes to whom and where an order goes, and its buyer is notified. Its costs stay. The audit trail keeps
 * what it was and names the administrator. A second call with the same values has no effect.
 * @throws {InvalidForm} it has no phone number, and is not fetched from the stall where none was given; or the place is unknown
 * @throws {NotChangeable} the order is shipped or over
 * @throws {OrderChanged} it goes to somebody or somewhere else than the form expected
 */
export async function changeDelivery(
  db: Db,
  by: Administrator,
  { orderId, delivery }: { orderId: string; delivery: DeliveryForm },
  now: Date,
): Promise<void> {
  const { expected, place, ...others } = delivery
  const wanted = { ...others, phone: others.phone ?? null }
  await changeOrder(db, by, orderId, now, async (tx, order) => {
    if (order.status !== 'DIPROSES' && order.status !== 'DIBAYAR') throw new NotChangeable(order.status)
    const before = await tx
      .selectFrom('orders')
      .select([
        'buyer_name as recipient',
        sql<string | null>`nullif(buyer_phone, '')`.as('phone'),
        'address',
        'city',
        'source',
      ])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const known = knownPlace({ place, city: others.city })
    if (known) wanted.city = fullNameOf(known)
    const changes = changedFields(deliveryFields, before, wanted)
    if (changes.length === 0) return changes
    assertPossible(wanted, before, known)
    if (expected && changedFields(deliveryFields, expected, before).length > 0) {
      const { source: _, ...present } = before
      throw new OrderChanged({ present, expected, wanted })
    }
    const { recipient, phone, address, city } = wanted
    const delivery_way = deliveryWayOf(address)
    await tx
      .updateTable('orders')
      .set({ buyer_name: recipient, buyer_phone: phone ?? '', address, city, delivery_way })
      .where('id', '=', orderId)
      .execute()
    if (delivery_way === 'pickup' || (!known && city !== before.city)) {
      await tx.deleteFrom('order_deliveries').where('order_id', '=', orderId).execute()
    } else if (known) {
      await tx.updateTable('order_deliveries').set({ place: known.code }).where('order_id', '=', orderId).execute()
    }
    await notify(tx, [{ kind: 'delivery-changed', to: { user: order.user_id }, orderId }], now)
    await publish(tx, orderChanged(order.user_id, { order_id: orderId, status: order.status }))
    return changes
  })
}

/** By its code, or by its full name. */
function knownPlace({ place, city }: Pick<DeliveryForm, 'place' | 'city'>): Place | undefined {
  if (!place) return city ? placeNamed(city) : undefined
  const known = placeOf(place)
  if (!known) throw new InvalidForm({ place: 'Daerah tidak dikenal.' })
  return known
}

type Delivery = Omit<Required<DeliveryForm>, 'expected' | 'phone' | 'place'> & { phone: string | null }

/** The seller names any city in an order of her own, and only what was fetched at the stall needs no phone number. */
function assertPossible(
  { phone, address, city }: Delivery,
  before: Delivery & { source: OrderSource },
  place: Place | undefined,
): void {
  const needsPhone = before.phone !== null || deliveryWayOf(address) !== 'pickup'
  if (phone === null && needsPhone) throw new InvalidForm({ phone: 'Nomor telepon wajib diisi.' })
  const isKnown = place !== undefined || city === null || city === before.city || cities.some((name) => name === city)
  if (!isKnown && before.source !== 'penjual') throw new InvalidForm({ city: orderFormSentences.chooseCity })
}
