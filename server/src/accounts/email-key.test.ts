import { describe, expect, test } from 'vitest'
import { migrate } from '../platform/db/migrate.ts'
import { transact } from '../platform/db/transact.ts'
import { testLimits } from '../testing/limits.ts'
import { makeUser } from '../testing/make-user.ts'
import { useDbBefore, useTestDb } from '../testing/test-db.ts'
import { EmailTaken } from './errors.ts'
import { logIn } from './log-in.ts'
import { sendResetLinks } from './send-reset-links.ts'
import { insertUser, updateUser } from './write-users.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

const account = (email: string) => ({ name: 'Ani', email, phone: '081234567890', password_hash: '' })
const insert = (user: ReturnType<typeof account>, db = shop.db) => transact(db, (tx) => insertUser(tx, user, now))

test('two accounts whose e-mails differ only in case are refused', async () => {
  await insert(account('Ani@Contoh.id'))
  await expect(insert(account('aNI@cONTOH.ID'))).rejects.toBeInstanceOf(EmailTaken)
  const budi = await insert(account('budi@contoh.id'))
  await expect(updateUser(shop.db, budi.id, { email: 'ANI@CONTOH.ID' })).rejects.toBeInstanceOf(EmailTaken)
})

test('case matters only for the letters A to Z, whatever the locale of the database', async () => {
  await insert(account('É@contoh.id'))
  await expect(insert(account('é@contoh.id'))).resolves.toMatchObject({ email: 'é@contoh.id' })
})

describe('a database from before the columns email_key', () => {
  const old = useDbBefore('users_email_key')

  test('keeps its users and requests, which work in upper and lower case after the migration', async () => {
    const { db } = old
    const ani = await makeUser(db, { email: 'Ani@Contoh.id', now })
    await db.insertInto('password_reset_requests').values({ email: 'ANI@contoh.id', requested_at: now }).execute()

    await migrate(old.connection)

    await expect(insert(account('ani@contoh.id'), db)).rejects.toBeInstanceOf(EmailTaken)
    const credentials = { email: 'ani@CONTOH.id', password: ani.password }
    expect(
      await logIn({ db, limits: testLimits, demoLogin: true }, { ip: '10.0.0.1' }, credentials, now),
    ).toMatchObject({
      role: 'customer',
    })
    const sender = { shopName: 'Camilan', publicUrl: 'https://toko.example' }
    await sendResetLinks({ db, sender, clock: () => now }, new AbortController().signal)
    expect(await db.selectFrom('mail_outbox').select('recipient').execute()).toEqual([{ recipient: 'Ani@Contoh.id' }])
  })
})
