/** The keys of the simulation, typed into the form for Midtrans's keys. */
import type { PaymentKeysSaved } from '@camilan/contract/payment-keys'
import { expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'

const own = useShop()
const production = useShop({ environment: { NODE_ENV: 'production', ALLOW_IN_PRODUCTION: 'http' } })

async function giveSimulationKeys(shop: typeof own, password?: string) {
  const admin = await shop.onlyAdmin()
  const body = {
    environment: 'sandbox',
    server_key: 'SB-Mid-server-local',
    client_key: 'SB-Mid-client-local',
    current_password: password ?? admin.password,
  }
  return admin.ask<PaymentKeysSaved>('PUT', '/admin/settings/payment-keys', { body })
}

test('a shop with the simulation uses it again, after the password', async () => {
  const values = { environment: 'sandbox', client_key: 'SB-Mid-client-x', set_by: 'Ani' } as const
  const sealed = {
    server_key_fingerprint: Buffer.alloc(32),
    sealed_server_key: Buffer.alloc(32),
    set_at: own.clock(),
    created_at: own.clock(),
  }
  await own.db
    .insertInto('payment_key_sets')
    .values({ ...values, ...sealed })
    .execute()
  await own.keySets.reload()
  expect((await giveSimulationKeys(own, 'bukan-kata-sandinya')).body.code).toBe('WRONG_PASSWORD')
  expect(own.keySets.isStored()).toBe(true)
  const { body } = await giveSimulationKeys(own)
  expect(body.data).toMatchObject({ source: 'local', stored: false, findings: [{ what: 'server-key', ok: true }] })
})

test('a production shop refuses them by their name, without asking Midtrans', async () => {
  const { status, body } = await giveSimulationKeys(production)
  expect([status, body.code]).toEqual([400, 'VALIDATION'])
  expect(body.fields?.server_key).toContain('Ini kunci simulasi')
  expect(production.keySets.current()).toBeUndefined()
})
