import { AddToCart, Cart, CartItem, CartQuantity } from '@camilan/contract/cart'
import { Message, success, UuidPath } from '@camilan/contract/wire'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accountOf, type RouteDeps } from '../../people/login/guards.ts'
import { idempotencyKeyOf, idempotently } from '../../platform/http/idempotency.ts'
import { ProductNotFound } from '../../products/errors.ts'
import { addToCart } from './add-to-cart.ts'
import { changeQuantity } from './change-quantity.ts'
import type { CartPresenter } from './present.ts'
import { addedLine, cartOf, type StoredLine } from './queries.ts'
import { removeFromCart } from './remove-from-cart.ts'

interface CartDeps extends RouteDeps {
  present: CartPresenter
}

const common = { tags: ['cart'] }

export const cartRoutes =
  ({ db, clock, guards, present }: CartDeps): FastifyPluginAsyncZod =>
  async (api) => {
    api.get(
      '/carts',
      { onRequest: guards.signedIn, schema: { ...common, summary: 'My cart', response: { 200: Cart } } },
      async (request) => {
        const { items, unavailable, hasDiscounts } = await cartOf(db, { buyerId: accountOf(request).id, now: clock() })
        const more = hasDiscounts && { has_discounts: true }
        return { data: items.map(present.item), total_carts: items.length, unavailable, ...more }
      },
    )

    api.post(
      '/carts',
      {
        onRequest: guards.signedIn,
        schema: {
          ...common,
          summary: 'Add to my cart',
          body: AddToCart,
          response: { 201: success(CartItem) },
          refusals: ['NOT_FOUND', 'OUT_OF_STOCK', 'BATCH_UNAVAILABLE', 'IDEMPOTENCY_MISMATCH', 'RATE_LIMITED'],
        },
      },
      async (request, reply) => {
        const [buyerId, now] = [accountOf(request).id, clock()]
        const idempotency = idempotencyKeyOf(request)
        const first = () => addToCart(db, buyerId, { ...request.body, idempotency }, now)
        const again = async (stored: StoredLine) => {
          const line = await addedLine(db, request.body, stored, now)
          if (!line) throw new ProductNotFound()
          return line
        }
        const data = present.item(await idempotently(db, buyerId, idempotency, { first, again }, now))
        return reply.status(201).send({ data, message: 'Berhasil menambahkan produk ke keranjang belanja' })
      },
    )

    api.put(
      '/carts/:id',
      {
        onRequest: guards.signedIn,
        schema: {
          ...common,
          summary: 'Change a quantity',
          params: UuidPath,
          body: CartQuantity,
          response: { 200: success(CartItem) },
          refusals: ['OUT_OF_STOCK', 'BATCH_UNAVAILABLE'],
        },
      },
      async (request) => {
        const changed = { id: request.params.id, quantity: request.body.quantity }
        return { data: present.item(await changeQuantity(db, accountOf(request).id, changed, clock())) }
      },
    )

    api.delete(
      '/carts/:id',
      {
        onRequest: guards.signedIn,
        schema: { ...common, summary: 'Remove a line', params: UuidPath, response: { 200: Message } },
      },
      async (request) => {
        await removeFromCart(db, accountOf(request).id, request.params.id)
        return { message: 'Produk dihapus dari keranjang' }
      },
    )
  }
