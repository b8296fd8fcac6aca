/** A shop with a database of its own and without SETTINGS_KEY. */
import type { MailServerState } from '@camilan/contract/mail-server'
import type { PaymentKeysState } from '@camilan/contract/payment-keys'
import { expect, test } from 'vitest'
import { startMailServer } from '../../testing/mail-server.ts'
import { useShop } from '../../testing/make-shop.ts'

const shop = useShop({ settingsKey: undefined })

test('it stores no keys and no password, and tells the operator what to do', async () => {
  const admin = await shop.admin()
  const sentence = expect.stringContaining('SETTINGS_KEY')
  const { body: keys } = await admin.ask<PaymentKeysState>('GET', '/admin/settings/payment-keys')
  expect(keys.data).toMatchObject({ source: 'local', storage_problem: sentence })
  const given = {
    environment: 'sandbox',
    server_key: shop.serverKey,
    client_key: 'SB-Mid-client-x',
    current_password: admin.password,
  }
  expect(await admin.ask('PUT', '/admin/settings/payment-keys', { body: given })).toMatchObject({
    status: 400,
    body: { fields: { server_key: sentence } },
  })

  const { body: mail } = await admin.ask<MailServerState>('GET', '/admin/settings/mail-server')
  expect(mail.data).toMatchObject({ storage_problem: sentence })
  const server = await startMailServer({ login: { user: 'toko', password: 'rahasia' } })
  const form = { host: '127.0.0.1', port: server.port, security: 'starttls', sender_name: null, sender_email: null }
  const login = { username: 'toko', password: 'rahasia', current_password: admin.password }
  expect(await admin.ask('PUT', '/admin/settings/mail-server', { body: { ...form, ...login } })).toMatchObject({
    status: 400,
    body: { fields: { password: sentence } },
  })
  expect(await shop.db.selectFrom('mail_server').select('host').execute()).toEqual([])
  expect(
    await shop.db
      .selectFrom('payment_key_sets')
      .select('client_key')
      .where('sealed_server_key', 'is not', null)
      .execute(),
  ).toEqual([])

  // A server without a login has no secret.
  const open = await startMailServer()
  const without = { ...form, port: open.port, username: null, current_password: admin.password }
  expect((await admin.ask('PUT', '/admin/settings/mail-server', { body: without })).status).toBe(200)
})
