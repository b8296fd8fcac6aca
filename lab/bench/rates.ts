/** The measurements of a shop, each with its requests and its number of connections. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Buyer } from './bench-client.ts'
import { openClient, type Prepared, prepare } from './load.ts'
import { buyersWithMany, fewOrders, manyOrders, type SeededShop, type ShopSize } from './seeded-shop.ts'

export interface Rate {
  name: string
  connections: number
  /** A function is called at the beginning of each round. */
  requests: Prepared[] | (() => Promise<Prepared[]>)
  /** The silence before each round. */
  restMs?: number
  /** For a first round that needs more than others. */
  warmUpSeconds?: number
}

export const requestsOf = ({ requests }: Rate): Promise<Prepared[]> | Prepared[] =>
  typeof requests === 'function' ? requests() : requests

/** Many connections measure the rate. A slow list is measured one request at a time, to get its own time. */
const [many, one] = [50, 1]

const anyWord = ({ products }: ShopSize) => String(randomInt(Math.ceil(products / 10), products + 1))

export function visitorRates(shop: SeededShop): Rate[] {
  const { size } = shop
  const [id] = shop.productIds
  const get = (name: string, path: string, connections = many): Rate => ({
    name,
    connections,
    requests: [prepare(path, { headers: { 'accept-encoding': 'br' } })],
  })
  const search = (make: () => string) => [() => prepare(`/api/products?limit=12&query=${make()}`)]
  return [
    get("the shop's own hello", '/healthz'),
    get('list', '/api/products?limit=12'),
    get('detail', `/api/products/${id}`),
    get('search, selective, ready', `/api/products?limit=12&query=${anyWord(size)}`),
    get('search, common, ready', '/api/products?limit=12&query=renyah'),
    { name: 'search, selective, cold', connections: one, requests: search(() => anyWord(size)) },
    { name: 'search, no hit, cold', connections: one, requests: search(() => `zz${randomInt(1e9)}`) },
    // Blanks and letters of any case make another request of the same search.
    { name: 'search, common, cold', connections: one, requests: search(() => `renyah%20${anyCase('gurih, dibuat')}`) },
    get('home page', '/'),
    get('list page', '/products'),
    get('product page', `/products/${id}`),
    notModified(shop, 'list, 304', '/api/products?limit=12'),
    notModified(shop, 'home page, 304', '/'),
  ]
}

/** The pages of many products in turn. */
export function pageRates(shop: SeededShop): Rate[] {
  const counts = [200, 1_000].filter((count) => count <= shop.size.products)
  return counts.flatMap((count) => pagesInTurn(shop, count))
}

/** The pages of this many products: requested at once, and after a pause. */
function pagesInTurn({ manyProductIds }: SeededShop, count: number): Rate[] {
  const requests = manyProductIds
    .slice(0, count)
    .map((id) => prepare(`/products/${id}`, { headers: { 'accept-encoding': 'br' } }))
  const name = `${count.toLocaleString('en')} product pages`
  const rate = { connections: many, requests }
  return [
    { name, ...rate, warmUpSeconds: count / 50 },
    { name: `${name}, after 10 s`, ...rate, restMs: 10_000 },
  ]
}

const anyCase = (text: string) =>
  encodeURIComponent([...text].map((letter) => (randomInt(2) === 0 ? letter.toUpperCase() : letter)).join(''))

/** With the ETag of the answer at the beginning of the round, because sales change it. */
function notModified(shop: SeededShop, name: string, path: string): Rate {
  const requests = async () => {
    const client = await openClient(shop.origin)
    const { head } = await client.ask(prepare(path))
    client.close()
    const etag = /\netag: *([^\r\n]+)/i.exec(head)?.[1]
    if (etag === undefined) throw new Error(`${path} has no ETag`)
    return [prepare(path, { headers: { 'if-none-match': etag } })]
  }
  return { name, connections: many, requests }
}

export function customerRates({ buyers, cartBuyers, productIds }: SeededShop): Rate[] {
  const ofEach = (path: string, some: Pick<Buyer, 'headers'>[]) => some.map(({ headers }) => prepare(path, { headers }))
  return [
    {
      name: 'add to cart',
      connections: many,
      requests: cartBuyers.map(({ headers }, i) => () => {
        const product_id = productIds[i % productIds.length]
        return prepare('/api/carts', {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': randomUUID() },
          body: { product_id, quantity: 1 },
        })
      }),
    },
    { name: 'cart', connections: many, requests: ofEach('/api/carts', cartBuyers) },
    {
      name: `my orders, ${fewOrders}`,
      connections: many,
      requests: ofEach('/api/orders/me', buyers.slice(buyersWithMany)),
    },
    {
      name: `my orders, ${manyOrders}`,
      connections: many,
      requests: ofEach(`/api/orders/me?limit=${manyOrders}`, buyers.slice(0, buyersWithMany)),
    },
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
