import '../../testing/production-react.ts'
import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { pageFinder } from './page-routes.ts'

const loader = async () => null
const route = (id: string, parentId: string | undefined, path: string | undefined, module: object = {}) => ({
  [id]: { id, parentId, path, index: path === undefined && parentId === 'layout', module: { default() {}, ...module } },
})
const routes = {
  ...route('root', undefined, '', { loader }),
  ...route('layout', 'root', undefined),
  ...route('home', 'layout', undefined, { loader }),
  ...route('list', 'layout', 'products', { loader }),
  ...route('product', 'layout', 'products/:productId', { loader }),
  ...route('order', 'layout', 'my-order/order/:orderId'),
  ...route('help', 'layout', 'help'),
  ...route('unknown', 'layout', '*', { loader }),
} as unknown as ServerBuild['routes']

const find = pageFinder(routes, {
  '/products': (given) => {
    const [page, query] = [Number(given.get('page')), given.get('query')]
    return {
      parameters: { ...(page > 1 && { page: String(page) }), ...(query && { query }) },
      isSearch: query !== null,
    }
  },
})

test.each([
  ['/', '/'],
  ['/?utm_source=x', '/'],
  ['/products', '/products'],
  ['/products/', '/products'],
  ['/Products', '/products'],
  ['/%70roducts', '/products'],
  ['/products?sortBy=acak&page=1', '/products'],
  ['/products?x=1&page=2', '/products?page=2'],
  ['/products?query=nastar&page=2', '/products?page=2&query=nastar'],
  ['/products/A-1', '/products/a-1'],
  ['/products/%61-1?x', '/products/a-1'],
  ['/products/a%2F1', '/products/a%2f1'],
])('%s is the page %s', (requested, url) => {
  expect(find(requested)).toMatchObject({ url, isFixed: false })
})

test.each([
  ['/help', '/help'],
  ['/my-order/order/1', '/my-order/order/:orderId'],
  ['/my-order/order/2?x=1', '/my-order/order/:orderId'],
  ['/tidak/ada', '/*'],
  ['//lain.id/x', '/*'],
  ['/..%2f..%2fetc', '/*'],
])('%s is the page %s, which is the same for all such URLs', (requested, url) => {
  expect(find(requested)).toEqual({ url, pattern: url, isFixed: true, isSearch: false })
})

test('a search differs from a list', () => {
  expect(find('/products?page=2')?.isSearch).toBe(false)
  expect(find('/products?query=x')?.isSearch).toBe(true)
})
