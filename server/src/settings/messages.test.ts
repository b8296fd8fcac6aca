/** Mails and alarms that an administrator has switched off, and the name of the shop in the others. */
import { beforeEach, expect, test } from 'vitest'
import { endAlarm, raiseAlarm } from '../people/notifications/alarms.ts'
import { useShop } from '../testing/make-shop.ts'
import { resetSettings, setSettings } from '../testing/settings.ts'
import { useEach } from '../testing/use-each.ts'

const shop = useShop()

beforeEach(async () => {
  await resetSettings(shop)
  await shop.db.deleteFrom('mail_outbox').execute()
  await shop.db.deleteFrom('alarms').execute()
})

const sari = useEach(() => shop.onlyAdmin())

const subjects = async () =>
  (await shop.db.selectFrom('mail_outbox').select('subject').orderBy('subject').execute()).map(({ subject }) => subject)

async function changePassword() {
  const ani = await shop.customer()
  const body = { current_password: ani.password, new_password: 'kata-sandi-baru-1' }
  expect((await ani.ask('PUT', '/users/me/password', { body })).status).toBe(200)
}

const raise = () => raiseAlarm(shop.watch, 'backup', { kind: 'backup-too-old', to: 'admins', madeAt: null })
const end = () => endAlarm(shop.watch, 'backup', { kind: 'backup-made', to: 'admins', madeAt: shop.clock() })

test('all of them are sent by default', async () => {
  await changePassword()
  expect([await raise(), await end()]).toEqual([true, true])
  expect(await subjects()).toEqual([
    'Camilan perlu perhatian',
    'Camilan: masalah teratasi',
    'Kata sandi Camilan Anda telah diubah',
  ])
})

test('mails have the present name of the shop', async () => {
  await setSettings(sari, { shop_name: 'Dapur Bu Ani' })
  await changePassword()
  expect(await subjects()).toEqual(['Kata sandi Dapur Bu Ani Anda telah diubah'])
})

test('a mail that is switched off is not sent, but its notification is', async () => {
  await setSettings(sari, { mails: { 'password-changed': false, alarm: false } })
  await changePassword()
  expect([await raise(), await end()]).toEqual([true, true])
  expect(await subjects()).toEqual(['Camilan: masalah teratasi'])
  expect((await sari.messages()).length).toBe(2)
})

test('an alarm that is switched off notifies nobody; switched on again it is raised while the trouble lasts', async () => {
  await raise()
  await setSettings(sari, { alerts: { backup: false } })
  expect([await end(), await raise()]).toEqual([false, false])
  expect((await sari.messages()).length).toBe(1)
  await setSettings(sari, { alerts: { backup: true } })
  expect(await raise()).toBe(true)
})
