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
import type { MakeAnswer } from '../platform/answers/answer-store.ts'
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
        const key = `/api/products?${new URLSearchParams(parameters)}`
        return sendKept(deps, { key, isSearch, read: (reader) => reader.products(query) }, request, reply)
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
        return sendKept(deps, { key, isSearch: true, read }, request, reply)
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
        return sendKept(deps, { key, read }, request, reply)
      },
    )
    routesOfSections(api, deps)
  }

/** What pages show besides the list and the product. */
function routesOfSections(api: Parameters<FastifyPluginAsyncZod>[0], deps: CatalogDeps): void {
  api.get(
    '/products/home',
    {
      schema: { tags, summary: 'The products of the home page', response: { 200: success(HomeProducts) } },
      compress: false,
    },
    async (request, reply) => {
      const read = async (reader: ProductReader) => ({ data: await reader.home() })
      return sendKept(deps, { key: '/api/products/home', read }, request, reply)
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
      return sendKept(deps, { key, read }, request, reply)
    },
  )
}

interface Kept {
  key: string
  isSearch?: boolean
  read: (reader: ProductReader) => Promise<unknown>
}

async function sendKept({ reader, ready }: CatalogDeps, kept: Kept, request: FastifyRequest, reply: FastifyReply) {
  // Serialized by the schema of the route's success. An answer may be made again after the request of this reply has ended.
  const toJson = reply.getSerializationFunction('200') ?? JSON.stringify
  const make: MakeAnswer = async (tags) => makeJsonAnswer(toJson(await kept.read(taggedReader(reader, tags))))
  return ready.send(await ready.get(kept.key, make, kept), request, reply)
}
