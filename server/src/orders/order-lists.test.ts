import type { AdminOrderList, MyOrderList, OrderDetail, OrderList, OrderStatus } from '@camilan/contract/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageUrlUnder } from '../media/files/image-url.ts'
import { makeGuards } from '../people/login/guards.ts'
import { later, minutes } from '../platform/clock.ts'
import { openDb } from '../platform/db/db.ts'
import { makeApi } from '../testing/make-api.ts'
import { makeProduct } from '../testing/make-product.ts'
import { makeAdmin, makeUser, type TestUser } from '../testing/make-user.ts'
import { usualSettings } from '../testing/settings.ts'
import { useTestDb } from '../testing/test-db.ts'
import { writeOrder } from '../testing/write-order.ts'
import { adminOrderRoutes } from './admin-routes.ts'
import { applyOrderChanges } from './export/apply-order-changes.ts'
import { presentAdminOrders, presentBuyerOrders } from './present.ts'
import { orderRoutes } from './routes.ts'

const shop = useTestDb()
const noon = new Date('2026-11-20T05:00:00Z')
let ask: (user: TestUser | null, url: string) => Promise<{ statusCode: number; body: OrderList }>
let closeDb: () => Promise<void>
let ani: TestUser
let budi: TestUser
let admin: TestUser
/** Orders of Ani, oldest first, a minute apart. */
let orders: { id: string; status: OrderStatus }[]
let budis: string

beforeAll(async () => {
  // An index on (order_time, id) would return rows in the right order, whatever the statement says.
  await shop.pool.query(`do $$ begin
    execute format('alter database %I set enable_indexscan = off', current_database());
    execute format('alter database %I set enable_bitmapscan = off', current_database());
  end $$`)
  const { db, close } = openDb(shop.connection)
  closeDb = close
  const clock = () => noon
  const deps = { db, clock, guards: makeGuards({ db, clock }) }
  const api = await makeApi(
    orderRoutes({ ...deps, present: presentBuyerOrders(imageUrlUnder('')) }),
    adminOrderRoutes({
      ...deps,
      settings: { current: () => usualSettings },
      present: presentAdminOrders(imageUrlUnder('')),
    }),
  )
  ask = async (user, url) => {
    const { statusCode, body } = await api.inject({ url, headers: user?.headers ?? {} })
    return { statusCode, body: JSON.parse(body) }
  }
  ;[ani, budi, admin] = [
    await makeUser(db, { now: noon }),
    await makeUser(db, { now: noon }),
    await makeAdmin(db, { now: noon }),
  ]
  const product = await makeProduct(db)
  orders = []
  const statuses = ['DIPROSES', 'DIBAYAR', 'DIKIRIM', 'SELESAI', 'DIBATALKAN', 'DIPROSES', 'DIPROSES'] as const
  for (const [minute, status] of statuses.entries()) orders.push(await write(product, ani.id, status, minute))
  await applyOrderChanges(db) // the next order has changes that are not applied
  budis = (await write(product, budi.id, 'DIPROSES', 100)).id
})

afterAll(() => closeDb())

async function write(
  product: Awaited<ReturnType<typeof makeProduct>>,
  userId: string,
  status: OrderStatus,
  minute: number,
  own?: string,
) {
  const orderTime = later(noon, minutes(minute))
  const id = await writeOrder(shop.db, {
    ...(own !== undefined && { id: own }),
    userId,
    lines: [{ product, quantity: 1 }],
    status,
    orderTime,
  })
  const attempt = { id, order_id: id, number: 1, amount: 31_000, created_at: orderTime, expires_at: orderTime }
  const paid = ['DIBAYAR', 'DIKIRIM', 'SELESAI'].includes(status)
  await shop.db
    .insertInto('payment_attempts')
    .values({ ...attempt, ...(paid && { status: 'SUKSES', paid_at: orderTime }) })
    .execute()
  return { id, status }
}

const idsOf = ({ body }: { body: OrderList }) => body.data.map(({ id }) => id)
const anis = (...places: number[]) => places.map((place) => orders[place]?.id)

test('a buyer’s list has the unpaid orders unless another status is requested, newest first', async () => {
  expect(idsOf(await ask(ani, '/orders/me'))).toEqual(anis(6, 5, 0))
  expect(idsOf(await ask(ani, '/orders/me?status=SELESAI'))).toEqual(anis(3))
  expect(idsOf(await ask(budi, '/orders/me'))).toEqual([budis])
  expect(idsOf(await ask(budi, '/orders/me?status=SELESAI'))).toEqual([])
})

test.each(['?status=', '?status=ADA', '?status=DIPROSES&status=SELESAI', '?page=x&limit=', '?page=-3', '?apa=ini'])(
  'the buyer’s list ignores the query %s',
  async (query) => {
    expect(idsOf(await ask(ani, `/orders/me${query}`))).toEqual(anis(6, 5, 0))
  },
)

test('a list is divided into pages', async () => {
  const page = (number: number) => ask(ani, `/orders/me?limit=2&page=${number}`)
  expect(idsOf(await page(1))).toEqual(anis(6, 5))
  expect(idsOf(await page(2))).toEqual(anis(0))
  expect((await page(2)).body.pagination).toEqual({ page: 2, total_page: 2, total_orders: 3 })
  expect((await page(99)).body).toMatchObject({ data: [], pagination: { page: 99, total_page: 2, total_orders: 3 } })
  expect((await ask(budi, '/orders/me?status=DIBAYAR')).body.pagination).toEqual({
    page: 1,
    total_page: 0,
    total_orders: 0,
  })
  expect((await ask(ani, '/orders/me?limit=100000&page=999999999999')).statusCode).toBe(200)
})

test('a buyer’s list has the number of orders in every status, whatever is listed', async () => {
  const counts = async (user: TestUser, query = '') =>
    ((await ask(user, `/orders/me${query}`)).body as MyOrderList).orders_by_status
  const all = { DIPROSES: 3, DIBAYAR: 1, DIKIRIM: 1, SELESAI: 1, DIBATALKAN: 1 }
  for (const query of ['', '?status=SELESAI', '?limit=1&page=2', '?page=99']) {
    expect([query, await counts(ani, query)]).toEqual([query, all])
  }
  const none = { DIPROSES: 0, DIBAYAR: 0, DIKIRIM: 0, SELESAI: 0, DIBATALKAN: 0 }
  expect(await counts(budi, '?status=DIKIRIM')).toEqual({ ...none, DIPROSES: 1 })
  expect(await counts(await makeUser(shop.db, { now: noon }))).toEqual(none)
})

test('the administrators’ list has the number of orders in every status within its days, but not for a search', async () => {
  const counts = async (query: string) =>
    ((await ask(admin, `/admin/orders?${query}`)).body as AdminOrderList).orders_by_status
  const all = { DIPROSES: 4, DIBAYAR: 1, DIKIRIM: 1, SELESAI: 1, DIBATALKAN: 1 }
  for (const query of [
    '',
    'status=SELESAI',
    'not=DIBAYAR&limit=1&page=2',
    'page=99',
    'from=2000-01-01&to=2999-12-31',
    'packed=yes',
  ]) {
    expect([query, await counts(query)]).toEqual([query, all])
  }
  const none = { DIPROSES: 0, DIBAYAR: 0, DIKIRIM: 0, SELESAI: 0, DIBATALKAN: 0 }
  expect(await counts('to=2000-01-01&status=DIBAYAR')).toEqual(none)
  expect(await counts('query=ani')).toBeNull()
})

test('the administrator sees all buyers’ orders, oldest first unless another order is requested', async () => {
  expect(idsOf(await ask(admin, '/admin/orders'))).toEqual([...anis(0, 1, 2, 3, 4, 5, 6), budis])
  expect(idsOf(await ask(admin, '/admin/orders?sortOrder=desc&limit=2'))).toEqual([budis, ...anis(6)])
  expect(idsOf(await ask(admin, '/admin/orders?sortOrder=upside-down'))).toHaveLength(8)
  expect((await ask(admin, '/admin/orders?limit=3')).body.pagination).toEqual({
    page: 1,
    total_page: 3,
    total_orders: 8,
  })
})

test.each(['', '&not=DIPROSES', '&status=DIPROSES', '&query=ani', '&query=ani&status=DIPROSES', '&query=zzz'])(
  'the pages of a list together are the whole list, in both directions%s',
  async (filter) => {
    for (const sortOrder of ['asc', 'desc']) {
      const read = (more: string) => ask(admin, `/admin/orders?sortOrder=${sortOrder}${filter}${more}`)
      const all = idsOf(await read('&limit=100'))
      for (const limit of [1, 2, 3, 5]) {
        const pages = Math.ceil(all.length / limit)
        const parts: string[] = []
        for (let page = 1; page <= pages + 1; page += 1) {
          const answer = await read(`&limit=${limit}&page=${page}`)
          expect(answer.body.pagination).toEqual({ page, total_page: pages, total_orders: all.length })
          parts.push(...idsOf(answer))
        }
        expect(parts).toEqual(all)
      }
    }
  },
)

test('what comes after an order is found without gaps, also when those before it have left the list', async () => {
  const read = (more: string) => ask(admin, `/admin/orders?status=DIPROSES&limit=2${more}`)
  const first = idsOf(await read(''))
  expect(first).toEqual(anis(0, 5))
  const [left] = first
  expect(idsOf(await read(`&after=${left}`)), 'it is not among them itself').toEqual(anis(5, 6))
  const set = (status: OrderStatus) => shop.db.updateTable('orders').set({ status }).where('id', 'in', first).execute()
  await set('DIKIRIM')
  expect(idsOf(await read(`&after=${first[1]}`))).toEqual([...anis(6), budis])
  expect(idsOf(await read(`&after=${first[1]}&query=ani`))).toEqual([...anis(6), budis])
  expect((await read(`&after=${left}&sortOrder=desc`)).body).toMatchObject({
    data: [],
    pagination: { total_orders: 0 },
  })
  await set('DIPROSES')
})

test('the administrator filters by one status, and by all statuses except one', async () => {
  expect(idsOf(await ask(admin, '/admin/orders?status=DIBAYAR'))).toEqual(anis(1))
  expect(idsOf(await ask(admin, '/admin/orders?not=DIPROSES'))).toEqual(anis(1, 2, 3, 4))
  expect(idsOf(await ask(admin, '/admin/orders?not=DIPROSES&status=DIPROSES'))).toEqual([])
  expect(idsOf(await ask(admin, '/admin/orders?not=&status='))).toHaveLength(8)
  expect(idsOf(await ask(admin, '/admin/orders?not=APA&status=INI'))).toHaveLength(8)
})

test('the administrator finds orders by id, name and phone, in any spelling', async () => {
  const [first] = orders
  await shop.db
    .updateTable('orders')
    .set({ buyer_name: 'Budi 100% Éko_', buyer_phone: '+62 812-9999-0001' })
    .where('id', '=', budis)
    .execute()
  const found = async (query: string, more = '') =>
    idsOf(await ask(admin, `/admin/orders?query=${encodeURIComponent(query)}${more}`))
  for (const query of [budis, `#${budis.toLowerCase()}`, 'bUdI', 'éKO budi', '0812 9999', '6281299990001', '9999-00']) {
    expect({ query, found: await found(query) }).toEqual({ query, found: [budis] })
  }
  for (const query of ['100%', 'ko_']) expect(await found(query)).toEqual([budis])
  for (const query of ['%%', '_____', 'budi ani', '\\', 'a%i']) expect(await found(query)).toEqual([])
  for (const query of ['', '   ', '\0']) expect(await found(query)).toHaveLength(8)
  expect(await found('ANI', '&status=SELESAI')).toEqual(anis(3))
  expect(await found('ani', '&query=budi')).toHaveLength(8)
  expect(await found(first?.id ?? '', '&status=SELESAI')).toEqual([])
})

test('the administrator filters by days in Jakarta, the first and the last included', async () => {
  const { db } = shop
  const at = (id: string | undefined, time: string) =>
    db
      .updateTable('orders')
      .set({ order_time: new Date(time) })
      .where('id', '=', id ?? '')
      .execute()
  const [lastSecond, midnight, dayEnd] = anis(0, 1, 2)
  await at(lastSecond, '2026-10-09T16:59:59.999Z')
  await at(midnight, '2026-10-09T17:00:00Z')
  await at(dayEnd, '2026-10-10T16:59:59.999Z')
  const found = async (days: string) => idsOf(await ask(admin, `/admin/orders?${days}`))
  expect(await found('from=2026-10-10&to=2026-10-10')).toEqual([midnight, dayEnd])
  expect(await found('to=2026-10-09')).toEqual([lastSecond])
  expect(await found('from=2026-10-10&to=2026-10-31')).toEqual([midnight, dayEnd])
  expect(await found('from=2026-10-11&to=2026-10-10')).toEqual([])
  for (const days of ['from=kemarin', 'to=2026-02-30', 'from=0000-01-01', 'to=2026-10-10T00:00', 'from=&to=']) {
    expect(await found(days)).toHaveLength(8)
  }
  expect(await found('from=2000-01-01&to=2999-12-31')).toHaveLength(8)
})

test('an order in a list has the same fields as alone, except its history and refunds', async () => {
  const [listed] = (await ask(ani, '/orders/me?status=DIBAYAR')).body.data
  const { data: alone } = (await ask(ani, `/orders/${listed?.id}`)).body as unknown as { data: OrderDetail }
  expect(alone).toEqual({
    ...listed,
    history: [],
    refunds: [],
    refund_account: null,
    delivery: null,
    former_delivery: null,
  })
  const transaction = { ...alone.transaction, reversed_at: null, reversed_state: null }
  const forAdmin = {
    ...alone,
    transaction,
    weight_grams: null,
    payment_hold_at: null,
    packed_at: null,
    note: null,
    assigned_payments: [],
    balance: { kept: alone.total_price, due: expect.any(Number) },
  }
  expect((await ask(admin, `/admin/orders/${listed?.id}`)).body).toEqual({ data: forAdmin })
  expect(listed?.transaction).toMatchObject({ status: 'SUKSES', paid_at: later(noon, minutes(1)).toISOString() })
})

test('an unknown id and a malformed id are not found', async () => {
  for (const id of ['TIDAK-ADA', '%00', 'a'.repeat(41), "'or'1", '..%2fme']) {
    expect((await ask(ani, `/orders/${id}`)).statusCode).toBe(404)
  }
  expect((await ask(admin, '/admin/orders/TIDAK-ADA')).statusCode).toBe(404)
})

test('the administrator finds orders by tracking number, courier, product, address, city and note', async () => {
  const { db } = shop
  const nastar = await makeProduct(db, { name: 'Nastar Keju Édam' })
  const basreng = await makeProduct(db, { name: 'Basreng Pedas' })
  const lines = [
    { product: nastar, quantity: 2 },
    { product: basreng, quantity: 1 },
  ]
  const id = await writeOrder(db, { userId: budi.id, lines, status: 'DIKIRIM', orderTime: noon })
  const attempt = { id, order_id: id, number: 1, amount: 81_000, created_at: noon, expires_at: noon }
  await db
    .insertInto('payment_attempts')
    .values({ ...attempt, status: 'SUKSES', paid_at: noon })
    .execute()
  await db
    .updateTable('orders')
    .set({
      address: 'Perumahan Griya Kencana Blok C7',
      city: 'Depok',
      notes: 'Titip satpam',
      courier: 'AnterAja',
      tracking_number: 'CGK-0081-77',
      shipped_at: noon,
    })
    .where('id', '=', id)
    .execute()
  const found = async (query: string) => idsOf(await ask(admin, `/admin/orders?query=${encodeURIComponent(query)}`))
  for (const query of [
    'cgk-0081-77',
    'anteraja',
    'NASTAR éDAM',
    'basreng',
    'griya blok c7',
    'depok',
    'satpam',
    'pedas kencana nastar',
  ]) {
    expect({ query, found: await found(query) }).toEqual({ query, found: [id] })
  }
  expect(await found('nastar jakarta')).toEqual([])
  // A product that was renamed is found by the name that was ordered.
  await db.updateTable('products').set({ name: 'Kastengel' }).where('id', '=', nastar.id).execute()
  expect(await found('nastar')).toEqual([id])
  expect(await found('kastengel')).toEqual([])
  await db.updateTable('orders').set({ tracking_number: '004412345678' }).where('id', '=', id).execute()
  expect(await found('004412345678')).toEqual([id])
})

// These tests come last, because they add orders to those of the other tests.
test('each of several simultaneous buyers gets their own page', async () => {
  const product = await makeProduct(shop.db)
  const withOrders = async (count: number) => {
    const buyer = await makeUser(shop.db, { now: noon })
    for (let minute = 0; minute < count; minute += 1) await write(product, buyer.id, 'DIPROSES', minute)
    return buyer
  }
  const buyers = [ani, budi, await withOrders(13), await withOrders(0), await withOrders(10)]
  const queries = ['', '?status=DIBAYAR', '?limit=2', '?limit=2&page=2', '?limit=11', '?page=2&limit=10', '?page=9']
  const pages = buyers.flatMap((buyer) => queries.map((query) => ({ buyer, query })))
  const alone = []
  for (const { buyer, query } of pages) alone.push((await ask(buyer, `/orders/me${query}`)).body)
  const together = await Promise.all(
    pages.map(async ({ buyer, query }) => (await ask(buyer, `/orders/me${query}`)).body),
  )
  expect(together).toEqual(alone)
})

test('orders of the same moment are listed by their ids, on all pages and in both directions', async () => {
  const citra = await makeUser(shop.db, { now: noon })
  const product = await makeProduct(shop.db)
  const written = [...'GALKBHDJCIFE'].map((letter) => `TULIS-${letter}`)
  for (const id of written) await write(product, citra.id, 'DIPROSES', 3 * 24 * 60, id)
  const ids = written.toSorted()
  const pages = async (user: TestUser, url: string) => {
    const parts: string[] = []
    for (const page of [1, 2, 3]) parts.push(...idsOf(await ask(user, `${url}&limit=4&page=${page}`)))
    return parts
  }
  for (const isApplied of [false, true]) {
    if (isApplied) await applyOrderChanges(shop.db)
    expect(await pages(citra, '/orders/me?')).toEqual(ids.toReversed())
    for (const list of ['/admin/orders?from=2026-11-23', '/admin/orders?query=tulis&from=2026-11-23']) {
      expect(await pages(admin, list)).toEqual(ids)
      expect(await pages(admin, `${list}&sortOrder=desc`)).toEqual(ids.toReversed())
    }
  }
})

test('a payment that a former release recorded was made by BCA, the only method it had', async () => {
  const paid = orders[1]?.id
  await shop.pool.query(
    `update payment_attempts set payment_type = 'bank_transfer', used_method = null where order_id = $1`,
    [paid],
  )
  const { body } = await ask(ani, '/orders/me?status=DIBAYAR')
  expect(body.data).toMatchObject([{ id: paid, transaction: { method: 'bca_va' } }])
})
