import type { Role } from '@camilan/contract/accounts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { plannedWithValues } from '../../platform/db/connections/kysely-pool.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Users } from '../../platform/db/db-types.ts'
import { containsWords } from './contains-words.ts'
import { formerOwnersOf, isEmailReserved, recoveryEmail } from './email-changes.ts'
import { emailKey } from './email-key.ts'

export const userColumns = ['id', 'name', 'email', 'phone', 'gender', 'address', 'image', 'is_admin', 'role'] as const
export type UserRow = Pick<Selectable<Users>, (typeof userColumns)[number]>

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()
}

const loginColumns = ['id', 'email', 'password_hash', 'role', 'is_demo'] as const
export type LoginRow = Pick<Selectable<Users>, (typeof loginColumns)[number]>

export function findLoginByEmail(db: Db, email: string): Promise<LoginRow | undefined> {
  return db.selectFrom('users').select(loginColumns).where('email_key', '=', emailKey(email)).executeTakeFirst()
}

export function findLoginById(db: Db, id: string): Promise<LoginRow | undefined> {
  return db.selectFrom('users').select(loginColumns).where('id', '=', id).executeTakeFirst()
}

/** Whether a registration with this e-mail would be refused. */
export async function isEmailTaken(db: Db, email: string, now: Date): Promise<boolean> {
  const users = db.selectFrom('users').select('id').where('email_key', '=', emailKey(email))
  return (await users.executeTakeFirst()) !== undefined || isEmailReserved(db, email, now)
}

export interface RecoverableUser {
  id: string
  /** The e-mail that gets reset links. */
  recoveryEmail: string
  /** Whether the account has another e-mail now. */
  isFormerEmail: boolean
}

/** The users whose reset links are sent to these e-mails, locked. Keys without such a user are ignored. */
export async function lockUsersByRecoveryEmail(tx: Tx, emailKeys: string[], now: Date): Promise<RecoverableUser[]> {
  const isOneOf = (key: RawBuilder<string>) => sql<boolean>`${key} = any(${emailKeys}::text[])`
  const present = tx.selectFrom('users').select('id').where(isOneOf(sql`email_key`))
  const locked = await tx
    .selectFrom('users')
    .select('id')
    // Two conditions with `or` would read all users.
    .where('id', '=', sql<string>`any(array(${present} union ${formerOwnersOf(tx, emailKeys, now)}))`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  // Read after the locks are held, because another transaction may have changed an e-mail during the wait.
  const recovery = recoveryEmail(now)
  const recoveryKey = sql<string>`lower_email(${recovery})`
  return tx
    .selectFrom('users')
    .select(['id', recovery.as('recoveryEmail'), sql<boolean>`email_key <> ${recoveryKey}`.as('isFormerEmail')])
    .where('id', '=', sql<string>`any(${locked.map(({ id }) => id)}::uuid[])`)
    .where(isOneOf(recoveryKey))
    .orderBy('id')
    .execute()
}

/** Lock a user to change the e-mail. `keepsKey`: the new e-mail differs in case only. */
export function lockEmail(
  tx: Tx,
  id: string,
  newEmail: string,
): Promise<{ email: string; keepsKey: boolean } | undefined> {
  return tx
    .selectFrom('users')
    .select(['email', sql<boolean>`email_key = ${emailKey(newEmail)}`.as('keepsKey')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** @returns whether the user still has this password; if so, it can't change until the transaction ends */
export async function lockUnchangedPassword(tx: Tx, { id, password_hash }: LoginRow): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admins = db.selectFrom('users').select('id').where('is_admin', '=', true).where('is_demo', '=', false)
  return (await admins.executeTakeFirst()) !== undefined
}

const tagsOfUser = sql<string[]>`coalesce((select tags from customer_notes where user_id = users.id), '{}')`

const hasTag = (query: string) => sql<boolean>`users.id in (
  select user_id from customer_notes cross join unnest(tags) as tag where search_fold(tag) = search_fold(${query}))`

/** All users, by name, or those of a role. `query` is searched for in name, e-mail, phone and the seller's tags. */
export async function listUsers(
  db: Db,
  { query, role, page, limit }: { query: string | null; role: Role | null; page: number; limit: number },
): Promise<{ rows: (UserRow & { last_login_at: Date | null; tags: string[] })[]; total: number }> {
  const ofRole = db.selectFrom('users').$if(role !== null, (users) => users.where('role', '=', role ?? 'customer'))
  const matches = ofRole.$if(query !== null, (users) =>
    users
      .modifyFront(plannedWithValues)
      .where(({ or }) => or([containsWords(sql.ref('search_text'), query ?? ''), hasTag(query ?? '')])),
  )
  const { total } = await matches.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matches
    .select(userColumns)
    .select(tagsOfUser.as('tags'))
    .select(({ selectFrom }) =>
      // A link, as of an invitation, opens a session without a login.
      selectFrom('login_addresses')
        .whereRef('user_id', '=', 'users.id')
        .select(
          sql<Date | null>`greatest(max(last_login_at), (select max(created_at) from sessions where user_id = users.id))`.as(
            'at',
          ),
        )
        .as('last_login_at'),
    )
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}
