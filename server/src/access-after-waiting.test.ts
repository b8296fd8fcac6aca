/** A request that waits in the middle, for a password, a picture or the gateway, writes nothing after its session has ended. */
import { jakartaDay } from '@camilan/contract/jakarta'
import type { EnteredOrder } from '@camilan/contract/seller-orders'
import { beforeEach, expect, test } from 'vitest'
import { demoAccounts } from './people/login/demo-accounts.ts'
import { endSession } from './people/sessions/sessions.ts'
import { inAnotherTransaction, queriesWaiting } from './testing/locks.ts'
import { startMailServer } from './testing/mail-server.ts'
import { productForm } from './testing/make-product.ts'
import { useShop } from './testing/make-shop.ts'
import { makePicture } from './testing/pictures.ts'
import type { Reply, RequestOptions } from './testing/shop-client.ts'
import { useEach } from './testing/use-each.ts'

const shop = useShop()
let password: { current_password: string }

const admin = useEach(() => shop.admin())

beforeEach(async () => {
  password = { current_password: admin.password }
})

/** Ends the session while the request waits for this lock. */
async function afterLock(lock: string, begin: () => Promise<Reply>): Promise<Reply> {
  return inAnotherTransaction(shop.pool, async (other) => {
    await other.query(lock)
    const answer = begin()
    await expect.poll(() => queriesWaiting(shop.pool)).toBe(1)
    await endSession(shop.db, admin.token)
    await other.query('commit')
    return answer
  })
}

/** Everything that these requests write. */
async function written() {
  const of = (table: 'audit_entries' | 'notifications' | 'export_tickets' | 'mail_outbox' | 'order_history') =>
    shop.db.selectFrom(table).selectAll().execute()
  const users = await shop.db
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'address', 'is_demo'])
    .execute()
  const audited = await Promise.all([of('audit_entries'), of('notifications'), of('export_tickets')])
  return { users, audited, rest: await Promise.all([of('mail_outbox'), of('order_history')]) }
}

async function expectUnwritten(act: () => Promise<Reply>) {
  const before = await written()
  expect(await act()).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  expect(await written()).toEqual(before)
}

type Request = readonly [method: string, path: string, options?: RequestOptions]
const keys = () => ({
  environment: 'sandbox',
  server_key: shop.serverKey,
  client_key: 'SB-Mid-client-menunggu',
  ...password,
})

async function refundDue(): Promise<string> {
  return shop.orderPaidTooLate(await shop.customer())
}

const withPassword: Record<string, () => Request | Promise<Request>> = {
  'a password': () => ['PUT', '/users/me/password', { body: { ...password, new_password: 'kata-sandi-baru' } }],
  'an e-mail': () => ['PUT', '/users/me', { form: { email: 'lain@contoh.id', ...password } }],
  'recovery codes': () => ['POST', '/admin/recovery-codes', { body: password }],
  'the keys of the gateway': () => ['PUT', '/admin/settings/payment-keys', { body: keys() }],
  'the removal of keys': async () => {
    await admin.ask('PUT', '/admin/settings/payment-keys', { body: keys() })
    return ['POST', '/admin/settings/payment-keys/remove', { body: password }]
  },
  'the mail server': async () => {
    const { port } = await startMailServer()
    const server = { host: '127.0.0.1', port, security: 'starttls', username: null }
    return [
      'PUT',
      '/admin/settings/mail-server',
      { body: { ...server, sender_name: null, sender_email: null, ...password } },
    ]
  },
  'the removal of the mail password': () => ['POST', '/admin/settings/mail-server/remove-password', { body: password }],
  'a backup': () => ['POST', '/admin/backup', { body: password }],
  'a refund': async () => ['POST', `/admin/refunds/${await refundDue()}/send`, { body: password }],
  'a bank account': async () => {
    const body = { bank: 'BCA', number: '1234567890', holder: 'Ani', ...password }
    return ['PUT', `/orders/${await shop.orderPaidTooLate(admin)}/refund-account`, { body }]
  },
  'an own account': async () => {
    await shop.db.updateTable('users').set({ is_demo: true }).where('is_admin', '=', true).execute()
    const [, { email }] = demoAccounts
    return ['POST', '/admin/setup/account', { body: { name: 'Bu Ani', email, password: 'nastar-keju-dan-teh' } }]
  },
}

test.each(Object.entries(withPassword))(
  '%s is not changed when the session ends during the hash',
  async (_what, make) => {
    const request = await make()
    const lock = `select from users where id = '${admin.id}' for update`
    await expectUnwritten(() => afterLock(lock, () => admin.ask(...request)))
  },
)

const picture = async () => new Blob([await makePicture()])
const withPicture: Record<string, () => Promise<Request>> = {
  'a profile': async () => ['PUT', '/users/me', { form: { address: 'Jl. Mawar 2', image: await picture() } }],
  'a new product': async () => ['POST', '/admin/products', { form: { ...productForm, image: await picture() } }],
  'a product': async () => {
    const { id } = await shop.product()
    return ['PUT', `/admin/products/${id}`, { form: { price: '1000', image: await picture() } }]
  },
  'the logo': async () => {
    const version = String(shop.settings.version())
    return ['PUT', '/admin/settings/logo', { form: { version, image: await picture() } }]
  },
  'a stored answer': async () => {
    const form = { ...productForm, image: await picture() }
    const request = ['POST', '/admin/products', { form, headers: { 'idempotency-key': 'sekali' } }] as const
    expect((await admin.ask(...request)).status).toBe(201)
    return request
  },
}

test.each(Object.entries(withPicture))(
  '%s is not given when the session ends during its picture',
  async (_what, make) => {
    const request = await make()
    await expectUnwritten(() => afterLock('lock table images in share mode', () => admin.ask(...request)))
  },
)

async function enteredOrder(): Promise<string> {
  const { id: product_id } = await shop.product({ price: 40_000 })
  const body = { name: 'Rina', phone: '081234567890', items: [{ product_id, quantity: 1 }] }
  const { order_id, link } = (await admin.ask<EnteredOrder>('POST', '/admin/orders', { body })).body.data
  await shop.ask('POST', '/order-links/payment', { body: { token: link.split('#')[1] } })
  return order_id
}

const report = new Blob(['Order ID,Amount,Status\nA-1,46000,settlement'])
const unassigned = { method: null, fee: null, net: null, time: null, transaction_id: null }
const columns = JSON.stringify({ order_id: 0, amount: 1, status: 2, ...unassigned })
const withGateway: Record<string, () => Request | Promise<Request>> = {
  cash: async () => {
    const body = { way: 'cash', amount: 50_000, day: jakartaDay(shop.clock()) }
    return ['POST', `/admin/orders/${await enteredOrder()}/hand-payment`, { body }]
  },
  keys: () => ['PUT', '/admin/settings/payment-keys', { body: keys() }],
  'a report': () => ['POST', '/admin/payment-report', { form: { file: report, columns } }],
}

test.each(Object.entries(withGateway))(
  '%s is not recorded when the session ends during the call',
  async (_what, make) => {
    const request = await make()
    const before = shop.sandbox.calls.length
    await expectUnwritten(async () => {
      const held = shop.sandbox.holdCall('GET', '/v2/')
      const answer = admin.ask(...request)
      await held.arrived
      await endSession(shop.db, admin.token)
      held.release()
      return answer
    })
    expect(shop.sandbox.calls.length).toBeGreaterThan(before)
  },
)
