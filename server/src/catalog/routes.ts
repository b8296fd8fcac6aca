import {
  Product,
  ProductList,
  ProductQuery,
  ProductSuggestions,
  SimilarProducts,
  SuggestionQuery,
} from '@camilan/contract/catalog'
import { success, UuidPath } from '@camilan/contract/wire'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { makeJsonAnswer } from '../platform/answers/answer.ts'
import type { ReadyAnswers } from '../platform/answers/ready-answers.ts'
import { readProductList } from './product-list.ts'
import { type ProductReader, taggedReader } from './read-products.ts'

const tags = ['catalogue']

interface CatalogDeps {
  reader: ProductReader
  ready: ReadyAnswers
}

/** The catalogue that everybody may read. */
export const catalogRoutes =
  ({ reader, ready }: CatalogDeps): FastifyPluginAsyncZod =>
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
        compress: false,
      },
      async (request, reply) => {
        const { query } = request
        const { parameters, isSearch } = readProductList(query)
        const cache = isSearch ? ready.searches : ready.data
        const toJson = serializerOf(reply)
        const list = await cache.get(`/api/products?${new URLSearchParams(parameters)}`, async (tags) =>
          makeJsonAnswer(toJson(await taggedReader(reader, tags).products(query))),
        )
        return ready.send(list, request, reply)
      },
    )

    api.get(
      '/products/suggestions',
      {
        schema: {
          tags,
          summary: 'Other words for a search that finds nothing, and products in stock',
          querystring: SuggestionQuery,
          response: { 200: success(ProductSuggestions) },
        },
        compress: false,
      },
      async (request, reply) => {
        const { query } = request.query
        const toJson = serializerOf(reply)
        const key = `/api/products/suggestions?${new URLSearchParams({ query: query ?? '' })}`
        const suggested = await ready.searches.get(key, async (tags) =>
          makeJsonAnswer(toJson({ data: await taggedReader(reader, tags).suggestions(query) })),
        )
        return ready.send(suggested, request, reply)
      },
    )

    api.get(
      '/products/:id',
      {
        schema: { tags, summary: 'One product', params: UuidPath, response: { 200: success(Product) } },
        compress: false,
      },
      async (request, reply) => {
        const { id } = request.params
        const toJson = serializerOf(reply)
        const product = await ready.data.get(`/api/products/${id.toLowerCase()}`, async (tags) =>
          makeJsonAnswer(toJson({ data: await taggedReader(reader, tags).productById(id) })),
        )
        return ready.send(product, request, reply)
      },
    )

    api.get(
      '/products/:id/similar',
      {
        schema: {
          tags,
          summary: 'Products of the same category that are in stock, nearest in price first',
          params: UuidPath,
          response: { 200: success(SimilarProducts) },
        },
        compress: false,
      },
      async (request, reply) => {
        const { id } = request.params
        const toJson = serializerOf(reply)
        const similar = await ready.data.get(`/api/products/${id.toLowerCase()}/similar`, async (tags) => {
          const tagged = taggedReader(reader, tags)
          return makeJsonAnswer(toJson({ data: await tagged.similarTo(await tagged.productById(id)) }))
        })
        return ready.send(similar, request, reply)
      },
    )
  }

/** By the route's schema of a success. An answer may be made again after the request of this reply has ended. */
const serializerOf = (reply: FastifyReply): ((payload: unknown) => string) =>
  reply.getSerializationFunction('200') ?? JSON.stringify
