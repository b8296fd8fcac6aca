import type { OrderDetail } from '@camilan/contract/orders'
import type { Refund } from '@camilan/contract/refunds'
import { beforeEach, expect, test } from 'vitest'
import { days, minutes } from '../../../platform/clock.ts'
import { useShop } from '../../../testing/make-shop.ts'
import { useOpened } from '../../../testing/use-opened.ts'
import { deleteOldAccounts } from './refund-account.ts'

const lines: string[] = []
const shop = useShop({ logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } } })
let id: string
const account = { bank: 'BCA', number: '5550 4711 93', holder: 'Ani Lestari' }

const ani = useOpened(() => shop.customer({ name: 'Ani' }))
const admin = useOpened(() => shop.admin())
beforeEach(async () => {
  id = await shop.orderPaidTooLate(ani)
})

const put = (form: object = account, who = ani) =>
  who.ask<OrderDetail>('PUT', `/orders/${id}/refund-account`, { body: { current_password: who.password, ...form } })
const listed = async (state = 'due') =>
  (await admin.ask<Refund[]>('GET', `/admin/refunds?state=${state}`)).body.data.find(({ order_id }) => order_id === id)
const stored = () => shop.db.selectFrom('refund_accounts').selectAll().where('order_id', '=', id).executeTakeFirst()

test('the buyer sees its last digits, the administrators all of it, and nobody else anything', async () => {
  const answer = await put()
  const shown = { shown: 'BCA ••••1193', set_at: shop.clock().toISOString() }
  expect(answer).toMatchObject({ status: 200, body: { data: { refund_account: shown } } })
  expect((await listed())?.account).toEqual(account)
  const order = (await admin.ask<OrderDetail>('GET', `/admin/orders/${id}`)).body.data
  expect(order.refund_account).toEqual(shown)
  const told = [...(await admin.messages(id)), ...(await ani.messages(id)), ...lines]
  const audit = JSON.stringify((await admin.ask('GET', `/admin/orders/${id}/audit`)).body)
  const rows = JSON.stringify(await stored())
  for (const secret of ['50 4711', '5504711', 'Lestari']) {
    expect([JSON.stringify(answer.body), audit, rows, ...told].join('\n')).not.toContain(secret)
  }
})

test('a change is told to the administrators and the buyer, the same account again to nobody', async () => {
  await put()
  await shop.advanceClock(minutes(1))
  await put()
  expect((await admin.messages(id)).filter((message) => message.includes('rekening'))).toHaveLength(1)
  expect((await ani.messages(id)).filter((message) => message.includes('diganti'))).toHaveLength(0)
  await put({ ...account, number: '99999' })
  expect((await admin.messages(id)).at(-1)).toContain('mengganti rekening')
  expect((await ani.messages(id)).filter((message) => message.includes('baru saja diganti'))).toHaveLength(1)
  expect((await listed())?.account?.number).toBe('99999')
})

test('three changes a day are all, also of an account that was stored', async () => {
  const change = async (number: string) => (await put({ ...account, number })).status
  const statuses: number[] = []
  for (const number of ['11111', '22222', '33333', '44444']) statuses.push(await change(number))
  expect(statuses).toEqual([200, 200, 200, 200])
  const refused = await put({ ...account, number: '55555' })
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  expect(refused.headers.get('retry-after')).toBe(String(days(1) / 1000))
  expect([(await listed())?.account?.number, await change('44444')]).toEqual(['44444', 200])
  await shop.advanceClock(days(1))
  expect(await change('55555')).toBe(200)
})

test('it needs the own password of whoever enters it, of demo accounts too, and guesses are counted', async () => {
  await shop.db.updateTable('users').set({ is_demo: true }).where('id', '=', ani.id).execute()
  expect(await put({ ...account, current_password: undefined })).toMatchObject({ status: 400 })
  const guess = () => put({ ...account, current_password: 'bukan-kata-sandinya' })
  for (let times = 0; times < 9; times += 1) expect(await guess()).toMatchObject({ body: { code: 'WRONG_PASSWORD' } })
  expect(await stored()).toBeUndefined()
  expect((await put()).status).toBe(200)
  for (let times = 0; times < 10; times += 1) await guess()
  expect((await put()).status).toBe(429)
  await shop.advanceClock(minutes(15))
})

test('it is refused where nothing is due, for another buyer’s order, and without a number', async () => {
  const sari = await shop.customer()
  expect((await put(account, sari)).status).toBe(404)
  for (const body of [{}, { ...account, number: 'abc' }, { ...account, number: '1234' }, { ...account, holder: ' ' }]) {
    expect((await put(body)).status).toBe(400)
  }
  await admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: 'Transfer' } })
  expect(await put()).toMatchObject({ status: 409, body: { code: 'INVALID_TRANSITION' } })
  id = await shop.paidOrder(ani)
  expect((await put()).status).toBe(409)
  expect(await stored()).toBeUndefined()
})

test('it is deleted 90 days after the refund, and not while one is due', async () => {
  await put()
  await deleteOldAccounts(shop.db, new Date(shop.clock().getTime() + days(400)))
  expect(await stored()).toBeDefined()
  await admin.ask('POST', `/admin/refunds/${id}/done`, { body: { note: 'Transfer' } })
  const made = shop.clock().getTime()
  await deleteOldAccounts(shop.db, new Date(made + days(90) - 1))
  expect((await listed('done'))?.account).toEqual(account)
  await deleteOldAccounts(shop.db, new Date(made + days(90)))
  expect(await stored()).toBeUndefined()
})
