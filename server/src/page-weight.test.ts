/** The files that the browser loads for a page, as brotli. A commit that raises a limit has to give its reason. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clientFolder, loadWebBuild } from './platform/pages/web-build.ts'

const assets = path.join(clientFolder, 'assets')
const kilobyte = 1_000

interface LoadedModule {
  module: string
  imports?: string[]
}

/** The files of JavaScript that the document of a route loads. */
async function filesOf(route: string): Promise<string[]> {
  const { entry, routes } = (await loadWebBuild()).assets
  const modules: LoadedModule[] = [entry]
  for (let id: string | undefined = route; id; id = routes[id]?.parentId) {
    const loaded = routes[id]
    if (!loaded) throw new Error(`There is no route ${id}`)
    modules.push(loaded)
  }
  return [...new Set(modules.flatMap(({ module, imports = [] }) => [module, ...imports]))].map((url) =>
    path.basename(url),
  )
}

/** Compressed size in bytes. Files that compression does not make smaller have no compressed form. */
async function weightOf(file: string): Promise<number> {
  const compressed = await readFile(path.join(assets, `${file}.br`)).catch(() => readFile(path.join(assets, file)))
  return compressed.length
}

async function sum(files: string[]): Promise<number> {
  const weights = await Promise.all(files.map(weightOf))
  return weights.reduce((total, weight) => total + weight, 0)
}

test.each([
  { route: 'products/shop/home-page', limit: 130.4, files: 4 },
  { route: 'products/shop/products-page', limit: 129.6, files: 4 },
  { route: 'products/product/product-page', limit: 133, files: 4 },
  { route: 'not-found-page', limit: 126.3, files: 4 },
  { route: 'people/login/login-page', limit: 127.2, files: 5 },
  { route: 'people/login/register-page', limit: 127, files: 5 },
  { route: 'orders/cart/cart-page', limit: 146.9, files: 7 },
  { route: 'checkout/checkout-page', limit: 164, files: 8 },
  { route: 'orders/mine/my-orders-page', limit: 142.2, files: 6 },
  { route: 'office/reports/dashboard-page', limit: 210.9, files: 12 },
])('$route loads at most $limit kB of JavaScript in $files files', async ({ route, limit, files }) => {
  const loaded = await filesOf(route)
  expect(loaded.length).toBeLessThanOrEqual(files)
  expect(await sum(loaded)).toBeLessThan(limit * kilobyte)
})

test.each([
  { route: 'products/shop/home-page', hasForm: false },
  { route: 'products/shop/products-page', hasForm: false },
  { route: 'products/product/product-page', hasForm: false },
  { route: 'orders/cart/cart-page', hasForm: false },
  { route: 'checkout/checkout-page', hasForm: true },
  { route: 'orders/mine/my-orders-page', hasForm: false },
  { route: 'orders/mine/order-detail-page', hasForm: false },
  { route: 'people/notifications/notifications-page', hasForm: false },
])('$route loads no schemas, and the library of forms only if it has a form', async ({ route, hasForm }) => {
  const files = await filesOf(route)
  expect(files.filter((file) => file.startsWith('checks-'))).toEqual([])
  expect(files.filter((file) => file.startsWith('forms-'))).toHaveLength(hasForm ? 1 : 0)
  const texts = await Promise.all(files.map((file) => readFile(path.join(assets, file), 'utf8')))
  for (const text of texts) expect(text).not.toMatch(/ZodMini/)
})

test.each([
  { name: 'entry.client', limit: 96 },
  { name: 'root', limit: 27.9 },
  { name: 'account', limit: 14.5 },
  { name: 'admin', limit: 30.4 },
  { name: 'forms', limit: 11.7 },
  { name: 'checks', limit: 18.1 },
])('the file $name has at most $limit kB', async ({ name, limit }) => {
  const file = (await readdir(assets)).find(
    (candidate) => candidate.startsWith(`${name}-`) && candidate.endsWith('.js'),
  )
  expect(await weightOf(file ?? '')).toBeLessThan(limit * kilobyte)
})

test('the rendered first page has at most 15 kB', async () => {
  const file = (await readdir(assets)).find((candidate) => /^hero-.*\.svg$/.test(candidate))
  expect(await weightOf(file ?? '')).toBeLessThan(15 * kilobyte)
})
