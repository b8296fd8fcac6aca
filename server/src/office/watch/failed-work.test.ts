import { expect, test } from 'vitest'
import { days, earlier } from '../../platform/clock.ts'
import { useShop } from '../../testing/make-shop.ts'
import { failedWork } from './queries.ts'

const shop = useShop()

test('work that was given up or failed five times is listed, and no other', async () => {
  const now = shop.clock()
  const mail = { subject: '', text: null, html: null, next_attempt_at: now, expires_at: now, given_up_at: now }
  await shop.db
    .insertInto('mail_outbox')
    .values([
      { ...mail, recipient: 'salah@contoh.id', created_at: now, last_error: '5.1.1 no such user' },
      { ...mail, recipient: 'lama@contoh.id', created_at: earlier(now, days(5)), last_error: 'long ago' },
    ])
    .execute()
  const ani = await shop.customer()
  const [failing, waiting] = [await shop.unpaidOrder(ani), await shop.unpaidOrder(ani)]
  await shop.db
    .insertInto('order_mails')
    .values([
      { order_id: failing, kind: 'paid', due_at: now, attempts: 5 },
      { order_id: waiting, kind: 'paid', due_at: now, attempts: 4 },
    ])
    .execute()
  expect(await failedWork(shop.db, now)).toMatchObject([
    { rule: 'mail-not-sent', detail: '5.1.1 no such user' },
    { rule: 'order-mail-not-written', subject: failing },
  ])
})
