import { expect, test } from 'vitest'
import { useShop } from '../../server/src/testing/make-shop.ts'

const shop = useShop({ environment: { TRUST_PROXY: '127.0.0.1' } })
const attacker = '203.0.113.66'
const home = '198.51.100.7'
const owner = { email: 'pemilik@contoh.id', password: 'kata-sandi-pemilik' }

const post = async (path: string, body: object, ip: string) =>
  (await shop.ask('POST', path, { body, headers: { 'x-forwarded-for': ip } })).status

/** Keep `parallel` requests running until `total` were answered or `until` ends; returns how often each status came. */
async function flood(
  total: number,
  parallel: number,
  send: (index: number) => Promise<number>,
  until: { over: boolean },
) {
  const counts = new Map<number, number>()
  let next = 0
  const worker = async () => {
    while (next < total && !until.over) {
      next += 1
      const status = await send(next)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return Object.fromEntries(counts)
}

async function ownerLogins(count: number): Promise<{ statuses: number[]; slowestMs: number }> {
  const statuses: number[] = []
  let slowestMs = 0
  for (let i = 0; i < count; i += 1) {
    const start = performance.now()
    statuses.push(await post('/auth/login', owner, home))
    slowestMs = Math.max(slowestMs, performance.now() - start)
  }
  return { statuses, slowestMs: Math.round(slowestMs) }
}

test('7,000 registrations of a taken e-mail from one IP address do not keep the owner from logging in', async () => {
  await shop.customer(owner)
  const registration = { name: 'Penyerang', phone: '081234567890', password: 'kata-sandi-lain', email: owner.email }
  const until = { over: false }
  const flooding = flood(7_000, 200, () => post('/auth/register', registration, attacker), until)
  const { statuses, slowestMs } = await ownerLogins(20)
  const answers = await flooding
  console.log('owner', statuses, `slowest ${slowestMs} ms`, 'attacker', answers)
  expect(statuses).toEqual(Array(20).fill(200))
  expect(answers[409]).toBeLessThanOrEqual(300 + 10)
  expect(answers[503]).toBeUndefined()
}, 300_000)

test('a flood of logins or of registrations from one IP address does not keep the owner from logging in', async () => {
  for (const path of ['/auth/login', '/auth/register']) {
    const until = { over: false }
    const body = { name: 'Penyerang', phone: '081234567890', password: 'kata-sandi-lain' }
    const send = (i: number) => post(path, { ...body, email: `korban${i}@contoh.id` }, attacker)
    const flooding = flood(3_000, 300, send, until)
    const { statuses, slowestMs } = await ownerLogins(20)
    until.over = true
    console.log(path, 'owner', statuses, `slowest ${slowestMs} ms`, 'attacker', await flooding)
    expect(statuses).toEqual(Array(20).fill(200))
  }
}, 300_000)
