import { hash } from '@node-rs/argon2'
import type { Insertable } from 'kysely'
import { openSession } from '../accounts/sessions.ts'
import type { Db } from '../platform/db/db.ts'
import type { Users } from '../platform/db/db-types.ts'

export interface TestUser {
  id: string
  name: string
  email: string
  phone: string
  isAdmin: boolean
  password: string
  token: string
  /** What a request as this user carries. */
  headers: { authorization: string }
}

type Wishes = Partial<Omit<Insertable<Users>, 'password_hash'>> & {
  password?: string
  /** When the user came and logged in; the session lives for 30 days from then. */
  now?: Date
}

let made = 0

/** A user with a live session. The hash is one that costs next to nothing; logging in with the password works all the same. */
export async function makeUser(db: Db, wishes: Wishes = {}): Promise<TestUser> {
  const { password = 'kata-sandi-uji', now = new Date(), ...columns } = wishes
  made += 1
  const user = await db
    .insertInto('users')
    .values({
      name: `Pembeli ${made}`,
      email: `pembeli${made}@contoh.id`,
      phone: '081234567890',
      created_at: now,
      password_hash: await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
      ...columns,
    })
    .returning(['id', 'name', 'email', 'phone', 'is_admin as isAdmin'])
    .executeTakeFirstOrThrow()
  const token = await openSession(db, user.id, now)
  return { ...user, password, token, headers: { authorization: `Bearer ${token}` } }
}

export function makeAdmin(db: Db, wishes: Wishes = {}): Promise<TestUser> {
  return makeUser(db, { ...wishes, is_admin: true })
}
