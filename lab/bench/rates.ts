/** The rows of the results: each with its requests and the number of connections that send them. */
import { randomInt, randomUUID } from 'node:crypto'
import { type Prepared, prepare, withClients } from './load.ts'
import { buyersWithMany, fewOrders, manyOrders, type SeededShop, type ShopSize } from './seeded-shop.ts'

export interface Rate {
  name: string
  connections: number
  /** A function is called at the beginning of each round. */
  requests: Prepared[] | (() => Promise<Prepared[]>)
  /** The silence before each round. */
  restMs?: number
  warmUpSeconds?: number
}

export const requestsOf = ({ requests }: Rate): Promise<Prepared[]> | Prepared[] =>
  typeof requests === 'function' ? requests() : requests

/** Many connections measure the rate; a slow list is measured one request at a time, so that its time is its own. */
const [many, one] = [50, 1]

const anyWord = ({ products }: ShopSize) => String(randomInt(Math.ceil(products / 10), products + 1))
const anyCase = (text: string) =>
  encodeURIComponent([...text].map((letter) => (randomInt(2) === 0 ? letter.toUpperCase() : letter)).join(''))

export function visitorRates(shop: SeededShop): Rate[] {
  const { size } = shop
  const [id] = shop.productIds
  const get = (name: string, path: string): Rate => ({
    name,
    connections: many,
    requests: [prepare(path, { headers: { 'accept-encoding': 'br' } })],
  })
  const searches = (name: string, make: () => string): Rate => ({
    name,
    connections: one,
    requests: [() => prepare(`/api/products?limit=12&query=${make()}`)],
  })
  return [
    get("the shop's own hello", '/healthz'),
    get('list', '/api/products?limit=12'),
    get('detail', `/api/products/${id}`),
    get('search, selective, ready', `/api/products?limit=12&query=${anyWord(size)}`),
    get('search, common, ready', '/api/products?limit=12&query=renyah'),
    searches('search, selective, cold', () => anyWord(size)),
    searches('search, no hit, cold', () => `zz${randomInt(1e9)}`),
    // Blanks and letters of any case make another request of the same search.
    searches('search, common, cold', () => `renyah%20${anyCase('gurih, dibuat')}`),
    get('home page', '/'),
    get('list page', '/products'),
    get('product page', `/products/${id}`),
    notModified(shop, 'list, 304', '/api/products?limit=12'),
    notModified(shop, 'home page, 304', '/'),
  ]
}

/** The pages of many products in turn, when they are ready and after a silence. */
export function pageRates({ manyProductIds, size }: SeededShop): Rate[] {
  return [200, 1_000]
    .filter((count) => count <= size.products)
    .flatMap((count) => {
      const requests = manyProductIds
        .slice(0, count)
        .map((id) => prepare(`/products/${id}`, { headers: { 'accept-encoding': 'br' } }))
      const name = `${count.toLocaleString('en')} product pages`
      const rate = { connections: many, requests }
      return [
        { name, ...rate, warmUpSeconds: count / 50 },
        { name: `${name}, after 10 s`, ...rate, restMs: 10_000 },
      ]
    })
}

/** With the ETag that the answer has at the beginning of the round: what is sold meanwhile changes it. */
function notModified({ origin }: SeededShop, name: string, path: string): Rate {
  const requests = () =>
    withClients(origin, 1, async ([client]) => {
      const etag = /\netag: *([^\r\n]+)/i.exec((await client?.ask(prepare(path)))?.head ?? '')?.[1]
      if (etag === undefined) throw new Error(`${path} has no ETag`)
      return [prepare(path, { headers: { 'if-none-match': etag } })]
    })
  return { name, connections: many, requests }
}

export function customerRates({ buyers, cartBuyers, productIds }: SeededShop): Rate[] {
  const get = (name: string, path: string, some: typeof buyers): Rate => ({
    name,
    connections: many,
    requests: some.map(({ headers }) => prepare(path, { headers })),
  })
  const additions = cartBuyers.map((buyer, i) => () => {
    const headers = { ...buyer.headers, 'idempotency-key': randomUUID() }
    const body = { product_id: productIds[i % productIds.length], quantity: 1 }
    return prepare('/api/carts', { method: 'POST', headers, body })
  })
  return [
    { name: 'add to cart', connections: many, requests: additions },
    get('cart', '/api/carts', cartBuyers),
    get(`my orders, ${fewOrders}`, '/api/orders/me', buyers.slice(buyersWithMany)),
    get(`my orders, ${manyOrders}`, `/api/orders/me?limit=${manyOrders}`, buyers.slice(0, buyersWithMany)),
  ]
}

export function adminRates({ seller }: SeededShop): Rate[] {
  const paths = {
    'admin: products': '/admin/products?limit=10',
    'admin: low stock': '/admin/products?stock=low',
    'admin: sold out': '/admin/products?stock=out',
    'admin: category': '/admin/products?category=KUE_KERING',
    'admin: orders': '/admin/orders?sortOrder=desc&not=DIBAYAR',
    'admin: orders, paid (100)': '/admin/orders?status=DIBAYAR&limit=100',
    'admin: orders of a name': '/admin/orders?query=lestari&sortOrder=desc',
    'admin: orders, two letters': '/admin/orders?query=an&sortOrder=desc',
    'admin: orders, a phone': '/admin/orders?query=081234',
    'admin: orders, nothing found': '/admin/orders?query=tidak%20ada',
    'admin: dashboard, 30 days': '/admin/dashboard?days=30',
    'admin: refunds': '/admin/refunds',
    'admin: users': '/admin/users?query=lestari',
  }
  return Object.entries(paths).map(([name, path]) => ({
    name,
    connections: one,
    requests: [prepare(`/api${path}`, { headers: seller })],
  }))
}
