import type { User } from '@camilan/contract/accounts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { imageUrl } from '../media/image-url.ts'
import type { Db } from '../platform/db/db.ts'
import type { Users } from '../platform/db/db-types.ts'
import { EmailTaken } from './errors.ts'

const userColumns = ['id', 'name', 'email', 'phone', 'gender', 'address', 'image', 'is_admin'] as const
export type UserRow = Pick<Selectable<Users>, (typeof userColumns)[number]>

export function toUser(row: UserRow, publicUrl: string): User {
  return { ...row, image: imageUrl(publicUrl, row.image) }
}

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()
}

const loginColumns = ['id', 'email', 'password_hash', 'is_admin'] as const
export type Login = Pick<Selectable<Users>, (typeof loginColumns)[number]>

/** The case of an e-mail makes no difference. */
export function findLogin(db: Db, email: string): Promise<Login | undefined> {
  return db
    .selectFrom('users')
    .select(loginColumns)
    .where(sql`lower(email collate "C")`, '=', sql`lower(${email}::text collate "C")`)
    .executeTakeFirst()
}

export function findLoginById(db: Db, id: string): Promise<Login | undefined> {
  return db.selectFrom('users').select(loginColumns).where('id', '=', id).executeTakeFirst()
}

/** In any case and order. Who is found stays as they are until the transaction ends. */
export function lockUsersByEmail(tx: Db, emails: string[]): Promise<Pick<UserRow, 'id' | 'name' | 'email'>[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(
      sql<boolean>`lower(email collate "C") in (select lower(given collate "C") from unnest(${emails}::text[]) as given)`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Whether the user still has this password. If so it stays until the transaction ends. */
export async function keepsPassword(tx: Db, { id, password_hash }: Login): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when the password is no longer the one of `login` */
export async function replacePassword(db: Db, { id, password_hash }: Login, newHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function setPassword(db: Db, id: string, newHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: newHash }).where('id', '=', id).execute()
}

/** @throws {EmailTaken} */
export function insertUser(db: Db, user: Insertable<Users>): Promise<UserRow> {
  const inserted = db.insertInto('users').values(user).returning(userColumns).executeTakeFirstOrThrow()
  return inserted.catch(refuseTakenEmail)
}

/** Columns that are missing or undefined keep their values. @throws {EmailTaken} */
export async function updateUser(db: Db, id: string, change: Updateable<Users>): Promise<UserRow | undefined> {
  if (Object.values(change).every((value) => value === undefined)) return findUser(db, id)
  const updated = db.updateTable('users').set(change).where('id', '=', id).returning(userColumns).executeTakeFirst()
  return updated.catch(refuseTakenEmail)
}

/** The unique index decides, so that of two at once only one gets an e-mail. */
function refuseTakenEmail(error: unknown): never {
  const taken = error instanceof Error && 'constraint' in error && error.constraint === 'users_email_key'
  throw taken ? new EmailTaken() : error
}

/** Customers and administrators, by name. `query` is searched in name, e-mail and phone. */
export async function listUsers(
  db: Db,
  { query, page, limit }: { query: string | null; page: number; limit: number },
): Promise<{ rows: UserRow[]; total: number }> {
  // strpos knows no wildcards: % and _ are what they are.
  const found = db.selectFrom('users').$if(query !== null, (users) =>
    users.where(
      sql<boolean>`(strpos(name_key, lower(${query}::text collate "und-x-icu") collate "C") > 0
        or strpos(lower(email collate "C"), lower(${query}::text collate "C")) > 0
        or strpos(phone, ${query}::text) > 0)`,
    ),
  )
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(userColumns)
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}
