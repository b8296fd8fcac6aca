import { AdminBatch, BatchForm } from '@camilan/contract/batches'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Sender } from '../../mail/mail-content.ts'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import type { Db } from '../../platform/db/db.ts'
import { NotFound } from '../../platform/errors.ts'
import { addBatch, changeBatch, removeBatch } from './change-batches.ts'
import { listBatches } from './list-batches.ts'

const tags = ['batches']

/** Administrators make, change and remove batches. */
export const batchRoutes =
  ({ db, clock, guards, sender }: RouteDeps & { sender: Sender }): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }

    api.get(
      '/admin/batches',
      {
        ...guard,
        schema: { tags, summary: 'The batches, with what is sold', response: { 200: success(z.array(AdminBatch)) } },
      },
      async () => ({ data: await listBatches(db) }),
    )
    api.post(
      '/admin/batches',
      {
        ...guard,
        schema: { tags, summary: 'Add a batch', body: BatchForm, response: { 201: success(AdminBatch) } },
      },
      async (request, reply) => {
        const id = await addBatch(db, accountOf(request), request.body, clock())
        return reply.status(201).send({ data: await batchOf(db, id), message: 'Tersimpan' })
      },
    )
    api.put(
      '/admin/batches/:id',
      {
        ...guard,
        schema: {
          tags,
          summary: 'Change a batch: orders that are not sent follow its day, and their buyers are told',
          params: UuidPath,
          body: BatchForm,
          response: { 200: success(AdminBatch) },
        },
      },
      async (request) => {
        const { id } = request.params
        await changeBatch({ db, sender }, accountOf(request), { id, form: request.body }, clock())
        const data = await batchOf(db, id)
        return { data, message: ['Tersimpan', ...data.products.flatMap(oversold)].join('. ') }
      },
    )
    api.delete(
      '/admin/batches/:id',
      {
        ...guard,
        schema: {
          tags,
          summary: 'Remove a batch that nobody has ordered',
          params: UuidPath,
          response: { 200: Message },
          refusals: ['BATCH_IN_USE'],
        },
      },
      async (request) => {
        await removeBatch(db, accountOf(request), request.params, clock())
        return { message: 'PO dihapus' }
      },
    )
  }

async function batchOf(db: Db, id: string): Promise<AdminBatch> {
  const [batch] = await listBatches(db, id)
  if (!batch) throw new NotFound()
  return batch
}

/** Sales have stopped, and the orders stay. */
const oversold = ({ name, quota, sold }: AdminBatch['products'][number]): string[] =>
  sold > quota ? [`${name} sudah dipesan ${sold}, lebih dari kuotanya: penjualan berhenti, pesanan tetap`] : []
