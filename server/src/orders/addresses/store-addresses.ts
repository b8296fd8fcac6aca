/** A buyer's own addresses. One place is one entry, however often it is saved. */
import { type AddressForm, maxAddresses } from '@camilan/contract/addresses'
import { orderFormSentences } from '@camilan/contract/order-values'
import { fullNameOf } from '@camilan/contract/place-codes'
import { sql } from 'kysely'
import { lockUser } from '../../people/users/lock-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, NotFound } from '../../platform/errors.ts'
import { placeOf } from '../../settings/places/places.ts'

const columns = ['id', 'label', 'address', 'city', 'place', 'recipient', 'recipient_phone', 'is_default'] as const

/** The default is first. */
export const addressesOf = (db: Db, userId: string) =>
  db
    .selectFrom('addresses')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy(sql`lower(label)`)
    .orderBy('id')
    .execute()

/**
 * Add an address, or give the entry of the same place and recipient the values of the form.
 * @throws {InvalidForm} the place is unknown, or there are ten others
 */
export function addAddress(db: Db, userId: string, form: AddressForm) {
  const values = valuesOf(form)
  return transact(db, async (tx) => {
    await lockUser(tx, userId)
    const all = await compared(tx, userId, values)
    const same = all.find(({ is_same }) => is_same)
    if (same) return writeAddress(tx, userId, same.id, { ...values, is_default: values.is_default || same.is_default })
    if (all.length >= maxAddresses) {
      throw new InvalidForm({ address: `Paling banyak ${maxAddresses} alamat. Hapus salah satu dulu.` })
    }
    if (all.length === 0) values.is_default = true
    if (values.is_default) await clearDefault(tx, userId)
    return tx
      .insertInto('addresses')
      .values({ user_id: userId, ...values })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

/** @throws {InvalidForm} the place is unknown, or another entry has it */
export function changeAddress(db: Db, userId: string, id: string, form: AddressForm) {
  const values = valuesOf(form)
  return transact(db, async (tx) => {
    await lockUser(tx, userId)
    const all = await compared(tx, userId, values)
    if (all.some((other) => other.is_same && other.id !== id))
      throw new InvalidForm({ address: 'Alamat ini sudah ada di daftar Anda.' })
    const { is_default = false } = all.find((one) => one.id === id) ?? {}
    // The default changes by the choice of another.
    return writeAddress(tx, userId, id, { ...values, is_default: values.is_default || is_default })
  })
}

/** Without the default the oldest other entry is it. @throws {NotFound} it is not this buyer's */
export function removeAddress(db: Db, userId: string, id: string): Promise<void> {
  return transact(db, async (tx) => {
    await lockUser(tx, userId)
    const removed = await tx
      .deleteFrom('addresses')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('is_default')
      .executeTakeFirst()
    if (!removed) throw new NotFound()
    if (!removed.is_default) return
    const oldest = tx
      .selectFrom('addresses')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
    await tx.updateTable('addresses').set({ is_default: true }).where('id', '=', oldest.limit(1)).execute()
  })
}

type Values = ReturnType<typeof valuesOf>

function valuesOf({ place = null, city, ...form }: AddressForm) {
  const found = place === null ? null : placeOf(place)
  if (place !== null && !found) throw new InvalidForm({ place: orderFormSentences.choosePlace })
  const recipient = form.recipient ?? null
  const recipient_phone = form.recipient_phone ?? null
  return { ...form, recipient, recipient_phone, place, city: found ? fullNameOf(found) : (city ?? '') }
}

/** All entries of the buyer, and whether each is of the same place and recipient. */
function compared(tx: Tx, userId: string, { address, place, city, recipient }: Values) {
  const is_same = sql<boolean>`search_fold(address) = search_fold(${address})
    and coalesce(place, city) = ${place ?? city}
    and coalesce(search_fold(recipient), '') = coalesce(search_fold(${recipient}), '')`
  return tx
    .selectFrom('addresses')
    .select(['id', 'is_default', is_same.as('is_same')])
    .where('user_id', '=', userId)
    .execute()
}

async function writeAddress(tx: Tx, userId: string, id: string, values: Values) {
  if (values.is_default) await clearDefault(tx, userId)
  const written = await tx
    .updateTable('addresses')
    .set(values)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst()
  if (!written) throw new NotFound()
  return written
}

const clearDefault = (tx: Tx, userId: string) =>
  tx
    .updateTable('addresses')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute()
