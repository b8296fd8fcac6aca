import { AdminProduct } from '@camilan/contract/catalog'
import { jakartaDay } from '@camilan/contract/jakarta'
import {
  CsvChanges,
  PlannedPrices,
  PlannedPricesQuery,
  ProductsChange,
  ProductsChanged,
  ProductsCsv,
  ProductsCsvQuery,
  Undone,
} from '@camilan/contract/many-products'
import { GroupChange, NewOrder } from '@camilan/contract/product-form'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency.ts'
import { arrangeProducts } from '../change/arrange-products.ts'
import { assertMayChange } from '../change/change-product.ts'
import { duplicateProduct } from '../change/duplicate-product.ts'
import { groupProducts } from '../change/group-products.ts'
import type { ProductPresenter } from '../read/present.ts'
import { changeProducts } from './change-products.ts'
import { plannedPrices, undoPrices } from './planned-prices.ts'
import { exportProducts, readProductsFile } from './products-csv.ts'

const common = { tags: ['admin catalogue'] }

/** Prices, stock and texts of many products at once. */
interface ManyProductsDeps extends RouteDeps {
  /** Between the columns of a CSV. */
  csvSeparator: () => string
  present: ProductPresenter
}

export const manyProductsRoutes = (deps: ManyProductsDeps): FastifyPluginAsyncZod[] => [
  priceRoutes(deps),
  listRoutes(deps),
  arrangingRoutes(deps),
]

const priceRoutes =
  ({ db, clock, guards }: RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }

    api.get(
      '/admin/products/prices',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Price changes that have not begun or will end; with `done`, those that can be taken back',
          querystring: PlannedPricesQuery,
          response: { 200: success(PlannedPrices) },
        },
      },
      async (request) => ({ data: await plannedPrices(db, { isDone: request.query.done !== null }, clock()) }),
    )

    api.delete(
      '/admin/products/prices/:id',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Undo a change of many prices, or drop a planned one',
          params: UuidPath,
          response: { 200: success(Undone) },
        },
      },
      async (request) => {
        const restored = await undoPrices(db, accountOf(request), request.params.id, clock())
        return { data: { restored }, message: 'Harga dikembalikan' }
      },
    )
  }

const listRoutes =
  ({ db, clock, guards, csvSeparator }: ManyProductsDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }

    api.post(
      '/admin/products/changes',
      {
        onRequest: guards.staff,
        schema: {
          ...common,
          summary: 'Change many products, their prices also for a time; staff change stock only',
          body: ProductsChange,
          response: { 200: success(ProductsChanged) },
          refusals: [
            'STOCK_CHANGED',
            'PRICE_CHANGED',
            'PRODUCT_CHANGED',
            'OUT_OF_STOCK',
            'NOT_FOUND',
            'IDEMPOTENCY_MISMATCH',
            'RATE_LIMITED',
          ],
        },
      },
      async (request) => {
        const account = accountOf(request)
        for (const { form } of request.body.items) assertMayChange(account, form)
        const input = { form: request.body, idempotency: idempotencyKeyOf(request) }
        return { data: await changeProducts(db, account, input, clock()) }
      },
    )

    api.get(
      '/admin/products/csv',
      {
        ...guard,
        schema: { ...common, summary: 'All products as CSV', querystring: ProductsCsvQuery, produces: ['text/csv'] },
      },
      async (request, reply) =>
        reply
          .type('text/csv; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="produk-${jakartaDay(clock())}.csv"`)
          .send(await exportProducts(db, { delimiter: csvSeparator(), form: request.query.form }, clock())),
    )

    api.post(
      '/admin/products/csv',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'What a CSV would change of the products',
          body: ProductsCsv,
          response: { 200: success(CsvChanges) },
        },
      },
      async (request) => ({ data: await readProductsFile(db, request.body.csv, clock()) }),
    )
  }

const arrangingRoutes =
  (deps: ManyProductsDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock } = deps
    const guard = { onRequest: deps.guards.admin }

    api.post(
      '/admin/products/:id/duplicate',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Add a hidden copy of a product without stock',
          params: UuidPath,
          response: { 201: success(AdminProduct) },
          refusals: ['IDEMPOTENCY_MISMATCH', 'RATE_LIMITED'],
        },
      },
      async (request, reply) => {
        const { id } = request.params
        const input = { id, idempotency: idempotencyKeyOf(request, [id]) }
        const copy = await duplicateProduct(db, accountOf(request), input, clock())
        return reply.status(201).send({ data: deps.present.adminProduct(copy, new Map()), message: 'Salinan dibuat' })
      },
    )

    api.put(
      '/admin/products/:id/group',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Make products the sizes of one thing',
          params: UuidPath,
          body: GroupChange,
          response: { 200: Message },
        },
      },
      async (request) => {
        const group = { id: request.params.id, others: request.body.product_ids }
        await groupProducts(db, accountOf(request), group, clock())
        return { message: 'Kemasan berhasil disimpan!' }
      },
    )

    api.put(
      '/admin/products/order',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Give products the first places of the seller’s own order',
          body: NewOrder,
          response: { 200: Message },
        },
      },
      async (request) => {
        await arrangeProducts(db, accountOf(request), request.body.product_ids, clock())
        return { message: 'Urutan berhasil disimpan!' }
      },
    )
  }
