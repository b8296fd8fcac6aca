import { Address, AddressForm } from '@camilan/contract/addresses'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { addAddress, addressesOf, changeAddress, removeAddress } from './store-addresses.ts'

/** A buyer's own addresses. */
export const addressRoutes =
  ({ db, guards }: Pick<RouteDeps, 'db' | 'guards'>): FastifyPluginAsyncZod =>
  async (api) => {
    const onRequest = guards.signedIn
    const tags = ['accounts']
    const path = '/users/me/addresses'
    const idPath = `${path}/:id`

    api.get(
      path,
      { onRequest, schema: { tags, summary: 'My addresses', response: { 200: success(z.array(Address)) } } },
      async (request) => ({ data: await addressesOf(db, accountOf(request).id) }),
    )
    api.post(
      path,
      {
        onRequest,
        schema: { tags, summary: 'Save an address', body: AddressForm, response: { 201: success(Address) } },
      },
      async (request, reply) => {
        const data = await addAddress(db, accountOf(request).id, request.body)
        return reply.status(201).send({ data, message: 'Alamat tersimpan' })
      },
    )
    api.put(
      idPath,
      {
        onRequest,
        schema: {
          tags,
          summary: 'Change an address',
          params: UuidPath,
          body: AddressForm,
          response: { 200: success(Address) },
        },
      },
      async (request) => {
        const data = await changeAddress(db, accountOf(request).id, request.params.id, request.body)
        return { data, message: 'Alamat tersimpan' }
      },
    )
    api.delete(
      idPath,
      { onRequest, schema: { tags, summary: 'Remove an address', params: UuidPath, response: { 200: Message } } },
      async (request) => {
        await removeAddress(db, accountOf(request).id, request.params.id)
        return { message: 'Alamat dihapus' }
      },
    )
  }
