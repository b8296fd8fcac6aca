import { expect, test } from 'vitest'
import { hashPassword, unusableHash, verifyPassword } from './password-hash.ts'

const cafe = { ip: '10.0.0.2' }
const home = { ip: '10.0.0.1' }

test('another IP address gets the next turn, however many logins of one IP address wait', async () => {
  const hash = await hashPassword('kata-sandi-ani')
  let served = 0
  const flood = Array.from({ length: 150 }, async () => {
    const outcome = await verifyPassword(hash, 'tebakan', cafe).catch((error) => error.code)
    served += 1
    return outcome
  })
  await Promise.resolve()
  const refusedAtOnce = 49
  expect(await verifyPassword(hash, 'kata-sandi-ani', home)).toBe('matches')
  expect(served - refusedAtOnce).toBeLessThan(10)
  const outcomes = await Promise.all(flood)
  expect(outcomes.filter((outcome) => outcome === 'UNAVAILABLE')).toHaveLength(refusedAtOnce + 1)
})

test('a login does not wait for registrations, from however many IP addresses', async () => {
  const hash = await hashPassword('kata-sandi-ani')
  let registered = 0
  const flood = Array.from({ length: 40 }, async (_, i) => {
    await hashPassword('kata-sandi-baru', { ip: `10.0.1.${i}` })
    registered += 1
  })
  expect(await verifyPassword(hash, 'kata-sandi-ani', home)).toBe('matches')
  expect(registered).toBeLessThan(20)
  await Promise.all(flood)
})

test('no password matches an unusable hash', async () => {
  expect(await verifyPassword(unusableHash(), '', home)).toBe('wrong')
  expect(await verifyPassword(unusableHash(), 'kata-sandi-ani', home)).toBe('wrong')
})
