/** What is done at one process and seen at the other. Each case prints how long it took. */
import { expect, test } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import { openLivePage } from './live-page.ts'
import { makeProduct } from './make-product.ts'
import { makeAdmin, makeUser } from './make-user.ts'
import { multipartBody } from './multipart-body.ts'
import { clientOf } from './shop-client.ts'

interface Processes {
  readonly db: Db
  readonly here: { origin: string }
  readonly there: { origin: string }
}

/**
 * Add the cases to the tests of a file. What `processes` has is read when they run.
 * @param withinMs  less than the 5 s after which an event that was lost has no effect any more
 */
export function casesOfTwoProcesses(processes: Processes, withinMs: number): void {
  const inTime = { timeout: withinMs, interval: 10 }
  const seconds = `${withinMs / 1_000} s`
  const page = async (path: string) => (await fetch(`${processes.there.origin}${path}`)).text()
  const json = async <Body>(path: string) => JSON.parse(await page(path)) as Body
  const productThere = async (id: string) =>
    (await json<{ data: { price: number; stock: number } }>(`/api/products/${id}`)).data

  async function send(method: 'POST' | 'PUT', path: string, form: Record<string, string | Blob>) {
    const admin = await makeAdmin(processes.db)
    const { payload, headers } = await multipartBody(form)
    const response = await fetch(`${processes.here.origin}/api/admin/products${path}`, {
      method,
      body: new Uint8Array(payload),
      headers: { ...headers, ...admin.headers },
    })
    const body = await response.text()
    expect(response.ok, body).toBe(true)
    return (JSON.parse(body) as { data: { id: string; image: string } }).data
  }

  /** Print how long it took until each of `seen` was true. */
  async function seenThere(what: string, ...seen: (() => Promise<void>)[]): Promise<void> {
    const began = performance.now()
    await Promise.all(seen.map((look) => look()))
    console.log(`${what}: seen at the other process after ${Math.round(performance.now() - began)} ms`)
  }

  test(`a price that changes at one process is shown by the other within ${seconds}`, async () => {
    const { id } = await makeProduct(processes.db, { name: 'Kacang Bawang', price: 21_000 })
    expect((await productThere(id)).price).toBe(21_000)
    expect(await page(`/products/${id}`)).toContain('21.000')
    await send('PUT', `/${id}`, { price: '23500' })
    await seenThere(
      'a price',
      () => expect.poll(async () => (await productThere(id)).price, inTime).toBe(23_500),
      () => expect.poll(() => page(`/products/${id}`), inTime).toContain('23.500'),
    )
  })

  test(`the last unit that is sold at one process is sold out at the other within ${seconds}`, async () => {
    const product = await makeProduct(processes.db, { stock: 1 })
    expect((await productThere(product.id)).stock).toBe(1)
    expect(await page(`/products/${product.id}`)).not.toContain('Habis')
    const first = clientOf(await makeUser(processes.db), processes.here.origin)
    const second = clientOf(await makeUser(processes.db), processes.there.origin)
    await second.addToCart(product, 1)
    await first.buy(product)
    await seenThere(
      'sold out',
      () => expect.poll(async () => (await productThere(product.id)).stock, inTime).toBe(0),
      () => expect.poll(() => page(`/products/${product.id}`), inTime).toContain('Habis'),
    )
    expect((await second.placeOrder()).status).toBe(409)
  })

  test(`a product that is made at one process is in the lists, totals and site map of the other within ${seconds}`, async () => {
    type List = { data: { id: string }[]; pagination: { total_products: number } }
    const name = `Kue Semprong ${Date.now()}`
    const search = `/api/products?query=${encodeURIComponent(name)}&limit=1`
    const found = async () => (await json<List>(search)).pagination.total_products
    const list = () => page(`/products?query=${encodeURIComponent(name.slice(4))}`)
    expect(await found()).toBe(0)
    expect(await list()).not.toContain(name)
    await page('/sitemap.xml')
    const { id } = await send('POST', '', {
      ...{ name, price: '30000', stock: '5', category: 'KUE_KERING' },
      ...{ packaging: 'TOPLES', weight: 'GRAM_500', description: 'Renyah' },
    })
    await seenThere(
      'a new product',
      () => expect.poll(found, inTime).toBe(1),
      () => expect.poll(list, inTime).toContain(name),
      () => expect.poll(() => page('/sitemap.xml'), inTime).toContain(id),
    )
  })

  test(`an event of one process arrives within ${seconds} at a page that is open at the other`, async () => {
    const user = await makeUser(processes.db)
    const live = await openLivePage(processes.there.origin, user)
    expect(live.status).toBe(200)
    const buyer = clientOf(user, processes.here.origin)
    const id = await buyer.buy(await makeProduct(processes.db, { stock: 5 }))
    await buyer.setStatus(id, 'DIBATALKAN')
    await seenThere('an event', () => expect.poll(() => live.text, inTime).toContain('DIBATALKAN'))
    live.close()
  })
}
