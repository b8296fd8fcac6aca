import type { FileHandle } from 'node:fs/promises'
import { AuditQuery } from '@camilan/contract/audit'
import {
  AdminProduct,
  AdminProductList,
  AdminProductQuery,
  DeletedProductList,
  StockHistory,
} from '@camilan/contract/catalog'
import { imageSentences } from '@camilan/contract/images'
import { NewProduct, ProductChange } from '@camilan/contract/product-form'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Media } from '../media/open-media.ts'
import { storeImage, type Uploader } from '../media/store-image.ts'
import { withImageForm } from '../media/with-image-form.ts'
import { accountOf, type RouteDeps } from '../people/login/guards.ts'
import { NotAllowed } from '../people/users/errors.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency.ts'
import { paged } from '../platform/http/paged.ts'
import { assertMayChange, changeProduct } from './change/change-product.ts'
import { addProduct } from './change/create-product.ts'
import { deleteProduct } from './change/delete-product.ts'
import { readStockHistory } from './change/stock-history.ts'
import { ProductNotFound } from './errors.ts'
import { productImportRoutes } from './import/routes.ts'
import type { KeptTotals } from './kept-totals.ts'
import { manyProductsRoutes } from './many/many-routes.ts'
import { pictureRoutes } from './picture-routes.ts'
import { keepPictures } from './pictures.ts'
import { contentsOf, findProduct, heldByUnpaid, type ProductRow, sizesOfGroup } from './queries.ts'
import { readDeletedProducts } from './read/deleted-products.ts'
import type { ProductPresenter } from './read/present.ts'
import { restoreProduct } from './read/restore-product.ts'
import { searchProducts } from './read/search-products.ts'

interface AdminCatalogDeps extends RouteDeps {
  media: Media
  csvSeparator: () => string
  present: ProductPresenter
  totals?: KeptTotals
}

export const adminCatalogRoutes = (deps: AdminCatalogDeps): FastifyPluginAsyncZod[] => [
  readingRoutes(deps),
  formRoutes(deps),
  pictureRoutes(deps),
  removalRoutes(deps),
  ...manyProductsRoutes(deps),
  ...productImportRoutes(deps),
]

const common = { tags: ['admin catalogue'] }

async function adminProduct({ db, present }: AdminCatalogDeps, product: ProductRow): Promise<AdminProduct> {
  return present.adminProduct(product, await heldByUnpaid(db, [product.id]))
}

const readingRoutes =
  (deps: AdminCatalogDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, present, totals } = deps
    const guard = { onRequest: deps.guards.staff }

    api.get(
      '/admin/products',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Search, filter and sort products',
          querystring: AdminProductQuery,
          response: { 200: AdminProductList },
        },
      },
      async ({ query }) => {
        const { rows, total } = await searchProducts(db, { ...query, hidden: true, now: deps.clock() }, totals)
        const held = await heldByUnpaid(
          db,
          rows.map(({ id }) => id),
        )
        return {
          data: rows.map((row) => present.adminProduct(row, held)),
          pagination: paged(query, total, 'total_products'),
        }
      },
    )

    api.get(
      '/admin/products/:id',
      {
        ...guard,
        schema: { ...common, summary: 'One product', params: UuidPath, response: { 200: success(AdminProduct) } },
      },
      async (request) => {
        const product = await findProduct(db, request.params.id, deps.clock())
        if (!product) throw new ProductNotFound()
        const data = await adminProduct(deps, product)
        const contents = product.parts && (await contentsOf(db, product.id))
        const sizes = product.group_id && (await sizesOfGroup(db, product.group_id, deps.clock()))
        return {
          data: {
            ...data,
            ...(contents && { contents: contents.map(present.containedOf) }),
            ...(sizes && { sizes: sizes.map(present.sizeOf) }),
          },
        }
      },
    )

    api.get(
      '/admin/products/:id/stock-history',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Sales, returns and counts of the stock of a product',
          params: UuidPath,
          querystring: AuditQuery,
          response: { 200: StockHistory },
        },
      },
      async ({ params, query }) => {
        const { rows, total } = await readStockHistory(db, params.id, query)
        return {
          data: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
          pagination: paged(query, total, 'total_entries'),
        }
      },
    )
  }

/** New and changed products are multipart forms with a picture. */
const formRoutes =
  (deps: AdminCatalogDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock, media } = deps
    const guard = { onRequest: deps.guards.admin }
    const imageTooLarge = imageSentences.productSize
    const stored = async (by: Uploader, file: FileHandle | undefined) =>
      file && (await storeImage(media, by, { file, unsupported: imageSentences.productType }))

    api.post(
      '/admin/products',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Add a product',
          form: NewProduct,
          response: { 201: success(AdminProduct) },
          refusals: ['IDEMPOTENCY_MISMATCH', 'RATE_LIMITED'],
        },
      },
      async (request, reply) => {
        const product = await withImageForm(media, request, { schema: NewProduct, imageTooLarge }, async (read) => {
          const by = accountOf(request)
          const picture = (await stored(by, read.image)) ?? null
          await keepPictures(media, read.form.images)
          const added = {
            form: read.form,
            image: picture,
            idempotency: idempotencyKeyOf(request, [read.form, picture]),
          }
          return addProduct(db, by, added, clock())
        })
        return reply
          .status(201)
          .send({ data: await adminProduct(deps, product), message: 'Produk berhasil ditambahkan!' })
      },
    )

    api.put(
      '/admin/products/:id',
      {
        onRequest: deps.guards.staff,
        schema: {
          ...common,
          summary: 'Change a product; staff change its stock only',
          params: UuidPath,
          form: ProductChange,
          response: { 200: success(AdminProduct) },
          refusals: [
            'STOCK_CHANGED',
            'PRICE_CHANGED',
            'PRODUCT_CHANGED',
            'OUT_OF_STOCK',
            'IDEMPOTENCY_MISMATCH',
            'RATE_LIMITED',
          ],
        },
      },
      async (request) => {
        const product = await withImageForm(media, request, { schema: ProductChange, imageTooLarge }, async (read) => {
          const by = accountOf(request)
          if (read.image !== undefined && by.role !== 'admin') throw new NotAllowed()
          assertMayChange(by, read.form)
          await keepPictures(media, read.form.images)
          const changed = { id: request.params.id, form: read.form, image: await stored(by, read.image) }
          const idempotency = idempotencyKeyOf(request, [changed.id, changed.form, changed.image])
          return changeProduct(db, by, { ...changed, idempotency }, clock())
        })
        return { data: await adminProduct(deps, product), message: 'Produk berhasil diperbarui!' }
      },
    )
  }

const removalRoutes =
  (deps: AdminCatalogDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const { db, clock, present } = deps
    const guard = { onRequest: deps.guards.admin }

    api.get(
      '/admin/products/deleted',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Deleted products that can be brought back',
          querystring: AuditQuery,
          response: { 200: DeletedProductList },
        },
      },
      async ({ query }) => {
        const { rows, total } = await readDeletedProducts(db, query, clock())
        return { data: rows.map(present.deletedProduct), pagination: paged(query, total, 'total_products') }
      },
    )

    api.delete(
      '/admin/products/:id',
      { ...guard, schema: { ...common, summary: 'Delete a product', params: UuidPath, response: { 200: Message } } },
      async (request) => {
        await deleteProduct(db, accountOf(request), request.params.id, clock())
        return { message: 'Produk berhasil dihapus!' }
      },
    )

    api.post(
      '/admin/products/:id/restore',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Bring a deleted product back: one that was never ordered within 24 hours',
          params: UuidPath,
          response: { 200: success(AdminProduct) },
        },
      },
      async (request) => {
        const id = request.params.id.toLowerCase()
        const product = await restoreProduct(db, accountOf(request), id, clock())
        return { data: await adminProduct(deps, product), message: 'Produk dikembalikan' }
      },
    )
  }
