import type { Role } from '@camilan/contract/accounts'
import { hash } from '@node-rs/argon2'
import type { Insertable } from 'kysely'
import { openSession } from '../people/sessions/sessions.ts'
import type { Db } from '../platform/db/db.ts'
import type { Users } from '../platform/db/db-types.ts'

export interface TestUser {
  id: string
  name: string
  email: string
  phone: string
  isAdmin: boolean
  role: Role
  password: string
  token: string
  /** As after a guard that admits every role. */
  access: { token: string; roles: Role[] }
  /** Authenticates a request as this user. */
  headers: { authorization: string }
}

type UserOverrides = Partial<Omit<Insertable<Users>, 'password_hash'>> & {
  password?: string
  /** The moment at which the user registered and logged in. */
  now?: Date
}

let count = 0

/** Insert a user with a session. The password hash is a cheap one; logging in works as usual. */
export async function makeUser(db: Db, overrides: UserOverrides = {}): Promise<TestUser> {
  const { password = 'kata-sandi-uji', now = new Date() } = overrides
  const user = await insertUser(db, overrides)
  const token = await openSession(db, user, now)
  const role = user.isAdmin ? 'admin' : overrides.is_staff ? 'staf' : 'customer'
  const access = { token, roles: ['admin', 'staf', 'customer'] satisfies Role[] }
  return { ...user, role, password, token, access, headers: { authorization: `Bearer ${token}` } }
}

/** Insert a user without a session, also into the tables of an earlier migration. */
export async function insertUser(db: Db, overrides: UserOverrides = {}) {
  const { password = 'kata-sandi-uji', now = new Date(), ...columns } = overrides
  count += 1
  return db
    .insertInto('users')
    .values({
      name: `Pembeli ${count}`,
      email: `pembeli${count}@contoh.id`,
      phone: '081234567890',
      created_at: now,
      password_hash: await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
      ...columns,
    })
    .returning(['id', 'name', 'email', 'phone', 'is_admin as isAdmin'])
    .executeTakeFirstOrThrow()
}

export function makeAdmin(db: Db, overrides: UserOverrides = {}): Promise<TestUser> {
  return makeUser(db, { ...overrides, is_admin: true })
}
