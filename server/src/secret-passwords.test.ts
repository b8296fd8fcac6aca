/** An administrator repeats the password before a secret changes. The limits of a login apply to this password. */
import { beforeEach, expect, test } from 'vitest'
import { minutes } from './platform/clock.ts'
import { startMailServer } from './testing/mail-server.ts'
import { useShop } from './testing/make-shop.ts'
import { useEach } from './testing/use-each.ts'

const shop = useShop()
let mailPort: number

const admin = useEach(() => shop.onlyAdmin())

beforeEach(async () => {
  mailPort = (await startMailServer()).port
})

/** Each call that changes or removes a secret. */
const calls = (current_password: string) => {
  const mail = { host: '127.0.0.1', port: mailPort, security: 'starttls', username: null }
  const sender = { sender_name: null, sender_email: null }
  const keys = { environment: 'sandbox', server_key: shop.serverKey, client_key: 'SB-Mid-client-x' }
  return [
    ['PUT', '/admin/settings/payment-keys', { ...keys, current_password }],
    ['POST', '/admin/settings/payment-keys/remove', { current_password }],
    ['PUT', '/admin/settings/mail-server', { ...mail, ...sender, current_password }],
    ['POST', '/admin/settings/mail-server/remove-password', { current_password }],
    ['POST', '/admin/recovery-codes', { current_password }],
  ] as const
}
const give = (password: string) =>
  calls(password).map(
    ([method, url, body]) =>
      async () =>
        (await admin.ask(method, url, { body })).body.code,
  )
const logIn = async (password: string) =>
  (await shop.ask('POST', '/auth/login', { body: { email: admin.email, password } })).body.code

test('ten wrong passwords, spread over all these calls, block the calls and the login for a while, also for the right password', async () => {
  const { loginFailuresPerEmailAndIp: allowed } = shop.config.limits
  const tries = give('salah-sekali')
  for (let i = 0; i < allowed; i += 1) expect(await tries[i % tries.length]?.()).toBe('WRONG_PASSWORD')
  for (const ask of give(admin.password)) expect(await ask()).toBe('RATE_LIMITED')
  expect(await logIn(admin.password)).toBe('RATE_LIMITED')
  await shop.advanceClock(minutes(15))
  for (const ask of give(admin.password)) expect(await ask()).toBeUndefined()
})

test('failed logins count, too', async () => {
  for (let i = 0; i < shop.config.limits.loginFailuresPerEmailAndIp; i += 1) {
    expect(await logIn('salah-sekali')).toBe('INVALID_CREDENTIALS')
  }
  for (const ask of give(admin.password)) expect(await ask()).toBe('RATE_LIMITED')
})

test('the server compares only as many of thirty simultaneous wrong passwords as a login allows', async () => {
  const tries = give('salah-sekali')
  const codes = await Promise.all(Array.from({ length: 30 }, (_, i) => tries[i % tries.length]?.()))
  expect(codes.filter((code) => code === 'WRONG_PASSWORD')).toHaveLength(shop.config.limits.loginFailuresPerEmailAndIp)
})
