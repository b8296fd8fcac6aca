import { expect, test } from 'vitest'
import { useShop } from '../../server/src/testing/make-shop.ts'

const shop = useShop()

test('one account can mail a stranger only a few times, and never a text of its own', async () => {
  const advertisement = 'Menang 10 juta, buka jahat.example'
  const thief = await shop.customer({ name: advertisement })
  const victims = Array.from({ length: 50 }, (_, i) => `korban${i}@contoh.id`)
  for (const email of victims) {
    const form = new FormData()
    form.append('email', email)
    await fetch(`${shop.origin}/api/users/me`, { method: 'PUT', headers: thief.headers, body: form })
    for (let i = 0; i < 4; i += 1) {
      const body = { current_password: thief.password, new_password: thief.password }
      await thief.ask('PUT', '/users/me/password', { body })
    }
  }
  const mails = await shop.db.selectFrom('mail_outbox').selectAll().execute()
  const perVictim = victims.map((email) => mails.filter(({ recipient }) => recipient === email).length)
  const toStrangers = perVictim.reduce((sum, count) => sum + count)
  console.log(`${mails.length} mails, of them ${toStrangers} to strangers`)
  expect(toStrangers).toBeGreaterThan(0)
  expect(Math.max(...perVictim)).toBeLessThanOrEqual(3)
  expect(perVictim.filter((count) => count > 0).length).toBeLessThanOrEqual(3)
  expect(JSON.stringify(mails)).not.toContain('jahat.example')
}, 120_000)
