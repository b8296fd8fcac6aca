import type { FileHandle } from 'node:fs/promises'
import {
  ImportConfirmation,
  ImportForm,
  ImportPlan,
  ImportPreview,
  ImportUndone,
  maxImportBytes,
  ProductImports,
} from '@camilan/contract/product-import'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Media } from '../../media/open-media.ts'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts'
import { openTable } from '../../platform/csv/open-table.ts'
import { previewOf } from '../../platform/csv/preview-table.ts'
import { InvalidForm } from '../../platform/errors.ts'
import { withForm } from '../../platform/http/multipart.ts'
import { guessImportColumns, importTable, rememberedImportColumns } from './import-columns.ts'
import { importProducts, readImportPlan } from './import-products.ts'
import { listImports, retryPictures } from './queries.ts'
import { publishImport, undoImport } from './undo-import.ts'

interface ImportDeps extends RouteDeps {
  media: Pick<Media, 'openUpload'>
}

const common = { tags: ['admin catalogue'] }
/** The file of a form. */
const sent = { file: 'file' }

export const productImportRoutes = (deps: ImportDeps): FastifyPluginAsyncZod[] => [
  tableRoutes(deps),
  importRoutes(deps),
]

/** Reads a table, which the client sends again at each step: the server keeps no file. */
function tableReader({ openUpload: openFile }: ImportDeps['media']) {
  const tooLarge = 'File paling besar 10 MB. Bagi menjadi beberapa file.'
  const field = { name: sent.file, maxBytes: maxImportBytes, tooLarge, openFile }
  /** One table at a time, because each fills memory with its rows. */
  const inTurn = limitConcurrency({ running: 1, waiting: 4 })
  return <Schema extends z.core.$ZodType, Result>(
    request: FastifyRequest,
    schema: Schema,
    use: (file: FileHandle, form: z.output<Schema>) => Promise<Result>,
  ): Promise<Result> =>
    withForm(request, schema, field, async ({ file, form }) => {
      if (!file) throw new InvalidForm({ file: 'Pilih file CSV, atau tempel isi tabel.' })
      return inTurn(() => use(file, form))
    })
}

const tableRoutes =
  ({ db, clock, guards, media }: ImportDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }
    const withTable = tableReader(media)

    api.post(
      '/admin/products/imports/columns',
      {
        ...guard,
        schema: {
          ...common,
          ...sent,
          summary: 'The columns of a table of products: remembered, or else guessed',
          form: z.object({}),
          response: { 200: success(ImportPreview) },
        },
      },
      async (request) => ({
        data: await withTable(request, z.object({}), async (file) => {
          const table = await openTable(file, importTable)
          return previewOf(table, await rememberedImportColumns(db, table.headers), guessImportColumns)
        }),
      }),
    )

    api.post(
      '/admin/products/imports/plan',
      {
        ...guard,
        schema: {
          ...common,
          ...sent,
          summary: 'What a table of products would add and change',
          form: ImportForm,
          response: { 200: success(ImportPlan) },
        },
      },
      async (request) => ({
        data: await withTable(request, ImportForm, (file, form) => readImportPlan(db, { file, ...form }, clock())),
      }),
    )

    api.post(
      '/admin/products/imports',
      {
        ...guard,
        schema: {
          ...common,
          ...sent,
          summary: 'Write a table of products, all of it or nothing; new ones are hidden at first',
          form: ImportConfirmation,
          response: { 201: success(z.object({ id: z.string() })) },
          refusals: ['PRODUCT_CHANGED', 'STOCK_CHANGED', 'PRICE_CHANGED', 'NOT_FOUND'],
        },
      },
      async (request, reply) => {
        const id = await withTable(request, ImportConfirmation, (file, form) =>
          importProducts(db, accountOf(request), { file, ...form }, clock()),
        )
        return reply.status(201).send({ data: { id }, message: 'Produk disimpan' })
      },
    )
  }

const importRoutes =
  ({ db, clock, guards }: ImportDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }

    api.get(
      '/admin/products/imports',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'The last imports of the last 30 days, with the pictures that are fetched',
          response: { 200: success(ProductImports) },
        },
      },
      async () => ({ data: await listImports(db) }),
    )

    api.post(
      '/admin/products/imports/:id/publish',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Show buyers the products that an import added',
          params: UuidPath,
          response: { 200: Message },
        },
      },
      async (request) => {
        const shown = await publishImport(db, accountOf(request), request.params.id, clock())
        return { message: `${shown.toLocaleString('id')} produk tampil di toko` }
      },
    )

    api.post(
      '/admin/products/imports/:id/pictures',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Try again to fetch the pictures that failed',
          params: UuidPath,
          response: { 200: Message },
        },
      },
      async (request) => {
        await retryPictures(db, request.params.id)
        return { message: 'Gambar diambil lagi' }
      },
    )

    api.delete(
      '/admin/products/imports/:id',
      {
        ...guard,
        schema: {
          ...common,
          summary: 'Undo an import; what was ordered or changed since stays',
          params: UuidPath,
          response: { 200: success(ImportUndone) },
        },
      },
      async (request) => ({ data: await undoImport(db, accountOf(request), request.params.id, clock()) }),
    )
  }
