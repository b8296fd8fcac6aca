import { expect, test } from 'vitest'
import { transact } from '../platform/db/transact.ts'
import { useTestDb } from '../testing/test-db.ts'
import { EmailTaken } from './errors.ts'
import { insertUser, updateUser } from './write-users.ts'

const shop = useTestDb()
const now = new Date('2026-11-20T05:00:00Z')

const account = (email: string) => ({ name: 'Ani', email, phone: '081234567890', password_hash: '' })
const insert = (user: ReturnType<typeof account>) => transact(shop.db, (tx) => insertUser(tx, user, now))

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
