import { Product, ProductList, ProductQuery } from '@camilan/contract/catalog'
import { success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ProductReader } from './read-products.ts'

const tags = ['catalogue']

/** Prices and stock change at any time, so a cache must revalidate a copy before it uses it. */
const revalidated = 'no-cache'

/** The catalogue that everybody may read. */
export const catalogRoutes =
  ({ reader }: { reader: ProductReader }): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/products',
      {
        schema: {
          tags,
          summary: 'Search, filter and sort products',
          querystring: ProductQuery,
          response: { 200: ProductList },
        },
      },
      async (request, reply) => {
        reply.header('cache-control', revalidated)
        return reader.products(request.query)
      },
    )

    api.get(
      '/products/:id',
      { schema: { tags, summary: 'One product', params: UuidPath, response: { 200: success(Product) } } },
      async (request, reply) => {
        reply.header('cache-control', revalidated)
        return { data: await reader.productById(request.params.id) }
      },
    )
  }
