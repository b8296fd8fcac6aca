/** Vouchers and automatic discounts, as administrators make and end them. */
import { codeKey } from '@camilan/contract/discount-codes'
import { codeSentence, type DiscountForm, type VoucherForm } from '@camilan/contract/discounts'
import { unknownCategory } from '@camilan/contract/terms'
import type { Insertable } from 'kysely'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import type { Account } from '../../people/login/guards.ts'
import { randomCode } from '../../people/users/random-token.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/connections/db-failure.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { DiscountSource, Discounts } from '../../platform/db/db-types.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm, NotFound } from '../../platform/errors.ts'

type Rule = Omit<DiscountForm, 'name'> & Partial<Pick<VoucherForm, 'combinable'>>

/** @throws {InvalidForm} the category is unknown */
export const addDiscount = (db: Db, by: Account, { name, ...rule }: DiscountForm, now: Date): Promise<string> =>
  transact(db, (tx) => add(tx, by, { source: 'automatic', name, rule }, now)).catch(asFormError)

/**
 * One code, as typed, or several random ones of 12 signs.
 * @throws {InvalidForm} the code is too short or long, or was given before; or the category is unknown
 */
export function addVoucher(db: Db, by: Account, { code, count, ...rule }: VoucherForm, now: Date): Promise<string> {
  const codes = code ? [code] : Array.from({ length: count ?? 0 }, () => randomCode(3))
  const name = code ?? `${codes.length} kode acak`
  if (codes.some((one) => !/^.{3,30}$/.test(codeKey(one)))) throw new InvalidForm({ code: codeSentence })
  return transact(db, async (tx) => {
    const id = await add(tx, by, { source: 'voucher', name, rule }, now)
    const rows = codes.map((one) => ({ key: codeKey(one), code: one, discount_id: id }))
    await tx.insertInto('discount_codes').values(rows).execute()
    return id
  }).catch(asFormError)
}

/** What orders got stays. @throws {NotFound} there is none, or it has ended */
export function changeDiscount(
  db: Db,
  by: Account,
  { id, source, name, rule }: { id: string; source: DiscountSource; name?: string; rule: Rule },
  now: Date,
): Promise<void> {
  return transact(db, async (tx) => {
    const named = name === undefined ? {} : { name }
    const changed = await running(tx, source, id)
      .set({ ...columnsOf(rule), ...named })
      .returning('name')
      .executeTakeFirst()
    if (!changed) throw new NotFound()
    await record(tx, by, { before: changed.name, after: changed.name }, now)
  }).catch(asFormError)
}

/** Nobody gets it any more, and what orders got stays. @throws {NotFound} there is none, or it has ended */
export function endDiscount(
  db: Db,
  by: Account,
  { id, source }: { id: string; source: DiscountSource },
  now: Date,
): Promise<void> {
  return transact(db, async (tx) => {
    const ended = await running(tx, source, id).set({ ended_at: now }).returning('name').executeTakeFirst()
    if (!ended) throw new NotFound()
    await record(tx, by, { before: ended.name, after: null }, now)
  })
}

const running = (tx: Tx, source: DiscountSource, id: string) =>
  tx.updateTable('discounts').where('id', '=', id).where('source', '=', source).where('ended_at', 'is', null)

interface NewDiscount {
  source: DiscountSource
  name: string
  rule: Rule
}

async function add(tx: Tx, by: Account, { source, name, rule }: NewDiscount, now: Date): Promise<string> {
  const { id } = await tx
    .insertInto('discounts')
    .values({ source, name, ...columnsOf(rule), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, by, { before: null, after: name }, now)
  return id
}

const columnsOf = ({ from, until, ...rule }: Rule): Omit<Insertable<Discounts>, 'source' | 'name' | 'created_at'> => ({
  ...rule,
  from_day: from,
  until_day: until,
})

const record = (tx: Tx, by: Account, change: { before: string | null; after: string | null }, now: Date) =>
  recordChange(tx, by, settingsSubject, { action: 'changed', changes: [{ field: 'discounts', ...change }] }, now)

function asFormError(error: unknown): never {
  if (isUniqueViolation(error)) throw new InvalidForm({ code: 'Kode ini sudah pernah dibuat.' })
  if (isForeignKeyViolation(error)) throw new InvalidForm({ category: unknownCategory })
  throw error
}
