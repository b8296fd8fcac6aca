import type { CartItem } from '@camilan/contract/cart'
import type { ImageUrl } from '../../media/files/image-url.ts'
import type { CartRow } from './queries.ts'

export type CartPresenter = ReturnType<typeof presentCart>

export const presentCart = (imageUrl: ImageUrl) => ({
  item({ id, quantity, product_id, name, image, price, stock, weight, packaging }: CartRow): CartItem {
    return {
      id,
      quantity,
      price: price * quantity,
      product: { id: product_id, name, ...imageUrl.withLook(image), price, stock, weight, packaging },
    }
  },
})
