import { AdminPriceList, OwnPrices, PriceListForm } from '@camilan/contract/price-lists'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { NotFound } from '../../platform/errors.ts'
import { listPriceLists, pricesOfBuyer, removePriceList, savePriceList } from './price-lists.ts'

const tags = ['price lists']
const params = UuidPath

/** Administrators keep price lists; buyers read their own prices, which no public answer contains. */
export const priceListRoutes =
  ({ db, clock, guards }: RouteDeps): FastifyPluginAsyncZod =>
  async (api) => {
    const guard = { onRequest: guards.admin }
    async function list(id: string): Promise<AdminPriceList> {
      const [only] = await listPriceLists(db, id)
      if (!only) throw new NotFound()
      return only
    }

    api.get(
      '/admin/price-lists',
      { ...guard, schema: { tags, summary: 'The price lists', response: { 200: success(z.array(AdminPriceList)) } } },
      async () => ({ data: await listPriceLists(db) }),
    )
    api.post(
      '/admin/price-lists',
      {
        ...guard,
        schema: { tags, summary: 'Add a price list', body: PriceListForm, response: { 201: success(AdminPriceList) } },
      },
      async (request, reply) => {
        const id = await savePriceList(db, accountOf(request), { id: null, form: request.body }, clock())
        return reply.status(201).send({ data: await list(id), message: 'Tersimpan' })
      },
    )
    api.put(
      '/admin/price-lists/:id',
      {
        ...guard,
        schema: {
          tags,
          summary: 'Change a price list',
          params,
          body: PriceListForm,
          response: { 200: success(AdminPriceList) },
        },
      },
      async (request) => {
        const { id } = request.params
        await savePriceList(db, accountOf(request), { id, form: request.body }, clock())
        return { data: await list(id), message: 'Tersimpan' }
      },
    )
    api.delete(
      '/admin/price-lists/:id',
      { ...guard, schema: { tags, summary: 'Remove a price list', params, response: { 200: Message } } },
      async (request) => {
        await removePriceList(db, accountOf(request), request.params.id, clock())
        return { message: 'Daftar harga dihapus' }
      },
    )
    api.get(
      '/users/me/prices',
      {
        onRequest: guards.signedIn,
        schema: { tags, summary: 'The prices that only I have', response: { 200: success(OwnPrices) } },
      },
      async (request) => ({ data: await pricesOfBuyer(db, accountOf(request).id, clock()) }),
    )
  }
