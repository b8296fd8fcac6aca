import { AddToCart, Cart, CartItem, CartQuantity } from '@camilan/contract/cart'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards } from '../accounts/guards.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { idempotencyKeyOf, idempotentStatement } from '../platform/http/idempotency.ts'
import { addToCart } from './add-to-cart.ts'
import { changeQuantity } from './change-quantity.ts'
import type { CartPresenter } from './present.ts'
import { type CartRow, cartItemsOf } from './queries.ts'
import { removeFromCart } from './remove-from-cart.ts'

interface CartDeps {
  db: Db
  clock: Clock
  guards: Guards
  present: CartPresenter
}

const tags = ['cart']
const security = [{ bearer: [] }]

export const cartRoutes =
  ({ db, clock, guards, present }: CartDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/carts',
      { onRequest: guards.signedIn, schema: { tags, security, summary: 'My cart', response: { 200: Cart } } },
      async (request) => {
        const rows = await cartItemsOf(db, accountOf(request).id)
        return { data: rows.map(present.item), total_carts: rows.length }
      },
    )

    api.post(
      '/carts',
      {
        onRequest: guards.signedIn,
        schema: {
          tags,
          security,
          summary: 'Add to my cart',
          body: AddToCart,
          response: { 201: success(CartItem) },
          refusals: ['NOT_FOUND', 'OUT_OF_STOCK', 'IDEMPOTENCY_MISMATCH'],
        },
      },
      async (request, reply) => {
        const [buyerId, now] = [accountOf(request).id, clock()]
        const item = await idempotentStatement<CartRow | CartItem>(
          db,
          buyerId,
          idempotencyKeyOf(request),
          now,
          (onDb, idempotency) => addToCart(onDb, buyerId, { ...request.body, idempotency }, now),
        )
        // The previous version of the shop stored what it had presented; its keys are valid for a day.
        const data = 'product' in item ? item : present.item(item)
        return reply.status(201).send({ data, message: 'Berhasil menambahkan produk ke keranjang belanja' })
      },
    )

    api.put(
      '/carts/:id',
      {
        onRequest: guards.signedIn,
        schema: {
          tags,
          security,
          summary: 'Change a quantity',
          params: UuidPath,
          body: CartQuantity,
          response: { 200: success(CartItem) },
          refusals: ['OUT_OF_STOCK'],
        },
      },
      async (request) => {
        const changed = { id: request.params.id, quantity: request.body.quantity }
        return { data: present.item(await changeQuantity(db, accountOf(request).id, changed)) }
      },
    )

    api.delete(
      '/carts/:id',
      {
        onRequest: guards.signedIn,
        schema: { tags, security, summary: 'Remove a line', params: UuidPath, response: { 200: Message } },
      },
      async (request) => {
        await removeFromCart(db, accountOf(request).id, request.params.id)
        return { message: 'Produk dihapus dari keranjang' }
      },
    )
  }
