import {
  HomeProducts,
  Product,
  ProductList,
  ProductQuery,
  ProductSuggestions,
  SimilarProducts,
  SuggestionQuery,
} from '@camilan/contract/catalog'
import { success, UuidPath } from '@camilan/contract/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { makeJsonAnswer } from '../platform/answers/answer.ts'
import type { AnswerCache } from '../platform/answers/answer-cache.ts'
import type { ReadyAnswers } from '../platform/answers/ready-answers.ts'
import { readProductList } from './product-list.ts'
import { type ProductReader, taggedReader } from './read/read-products.ts'

const tags = ['catalogue']

interface CatalogDeps {
  reader: ProductReader
  ready: ReadyAnswers
}

/** The catalogue that everybody may read. */
export const catalogRoutes =
  (deps: CatalogDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { ready } = deps
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
        const key = `/api/products?${new URLSearchParams(parameters)}`
        return sendKept(deps, { cache, key, read: (reader) => reader.products(query) }, request, reply)
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
        const key = `/api/products/suggestions?${new URLSearchParams({ query: query ?? '' })}`
        const read = async (reader: ProductReader) => ({ data: await reader.suggestions(query) })
        return sendKept(deps, { cache: ready.searches, key, read }, request, reply)
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
        const key = `/api/products/${id.toLowerCase()}`
        const read = async (reader: ProductReader) => ({ data: await reader.productById(id) })
        return sendKept(deps, { cache: ready.data, key, read }, request, reply)
      },
    )
    routesOfSections(api, deps)
  }

/** What pages show besides the list and the product. */
function routesOfSections(api: Parameters<FastifyPluginAsyncZod>[0], deps: CatalogDeps): void {
  const { ready } = deps
  api.get(
    '/products/home',
    {
      schema: { tags, summary: 'The products of the home page', response: { 200: success(HomeProducts) } },
      compress: false,
    },
    async (request, reply) => {
      const read = async (reader: ProductReader) => ({ data: await reader.home() })
      return sendKept(deps, { cache: ready.data, key: '/api/products/home', read }, request, reply)
    },
  )

  api.get(
    '/products/:id/similar',
    {
      schema: {
        tags,
        summary: 'Products in stock that go with this one or, if it is sold out, replace it',
        params: UuidPath,
        response: { 200: success(SimilarProducts) },
      },
      compress: false,
    },
    async (request, reply) => {
      const { id } = request.params
      const key = `/api/products/${id.toLowerCase()}/similar`
      const read = async (reader: ProductReader) => ({ data: await reader.similarTo(await reader.productById(id)) })
      return sendKept(deps, { cache: ready.data, key, read }, request, reply)
    },
  )
}

interface Kept {
  cache: AnswerCache
  key: string
  read: (reader: ProductReader) => Promise<unknown>
}

async function sendKept({ reader, ready }: CatalogDeps, kept: Kept, request: FastifyRequest, reply: FastifyReply) {
  // Serialized by the schema of the route's success. An answer may be made again after the request of this reply has ended.
  const toJson = reply.getSerializationFunction('200') ?? JSON.stringify
  const stored = await kept.cache.get(kept.key, async (tags) =>
    makeJsonAnswer(toJson(await kept.read(taggedReader(reader, tags)))),
  )
  return ready.send(stored, request, reply)
}
