import { AddToCart, Cart, CartItem, CartQuantity } from '@camilan/contract/cart'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type Guards } from '../accounts/guards.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { transact } from '../platform/db/transact.ts'
import { NotFound } from '../platform/errors.ts'
import { idempotencyKeyOf, idempotently } from '../platform/http/idempotency.ts'
import { addToCart } from './add-to-cart.ts'
import { changeQuantity } from './change-quantity.ts'
import { cartItem, cartItems } from './queries.ts'

interface CartDeps {
  db: Db
  clock: Clock
  guards: Guards
  publicUrl: string
}

const tags = ['cart']
const security = [{ bearer: [] }]

export const cartRoutes =
  ({ db, clock, guards, publicUrl }: CartDeps): FastifyPluginAsyncZod =>
  async (api) => {
    async function lineOf(userId: string, id: string): Promise<CartItem> {
      const line = await cartItem(db, userId, id, publicUrl)
      if (!line) throw new NotFound()
      return line
    }

    api.get(
      '/carts',
      { onRequest: guards.signedIn, schema: { tags, security, summary: 'My cart', response: { 200: Cart } } },
      async (request) => {
        const data = await cartItems(db, accountOf(request).id, publicUrl)
        return { data, total_carts: data.length }
      },
    )

    api.post(
      '/carts',
      {
        onRequest: guards.signedIn,
        schema: { tags, security, summary: 'Add to my cart', body: AddToCart, response: { 201: success(CartItem) } },
      },
      async (request, reply) => {
        const { id: userId } = accountOf(request)
        if (!UuidPath.safeParse({ id: request.body.product_id }).success) throw new NotFound('Produk tidak ditemukan')
        const now = clock()
        const data = await transact(db, (tx) =>
          idempotently<CartItem>(tx, userId, idempotencyKeyOf(request), now, async () => {
            const id = await addToCart(tx, userId, request.body, now)
            const added = await cartItem(tx, userId, id, publicUrl)
            if (!added) throw new NotFound('Produk tidak ditemukan')
            return added
          }),
        )
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
        },
      },
      async (request) => {
        const { id: userId } = accountOf(request)
        await changeQuantity(db, userId, request.params.id, request.body.quantity)
        return { data: await lineOf(userId, request.params.id) }
      },
    )

    api.delete(
      '/carts/:id',
      {
        onRequest: guards.signedIn,
        schema: { tags, security, summary: 'Remove a line', params: UuidPath, response: { 200: Message } },
      },
      async (request) => {
        const removed = await db
          .deleteFrom('cart_items')
          .where('id', '=', request.params.id)
          .where('user_id', '=', accountOf(request).id)
          .executeTakeFirst()
        if (removed.numDeletedRows === 0n) throw new NotFound()
        return { message: 'Produk dihapus dari keranjang' }
      },
    )
  }
