import type { CartItem } from '@camilan/contract/cart'
import { stepsOf } from '@camilan/contract/price-steps'
import { unitPriceOf } from '@camilan/contract/pricing'
import type { ImageUrl } from '../../media/files/image-url.ts'
import { promotionOf } from '../../products/read/present.ts'
import type { CartRow } from './queries.ts'

export type CartPresenter = ReturnType<typeof presentCart>

export const presentCart = (imageUrl: ImageUrl) => ({
  item({
    id,
    quantity,
    together,
    product_id,
    image,
    price: single_price,
    price_steps,
    own_price,
    ...row
  }: CartRow): CartItem {
    const { name, stock, weight, packaging, group_id, batch } = row
    const steps = stepsOf(price_steps)
    const publicPrice = unitPriceOf({ price: single_price, steps }, together)
    const price = Math.min(publicPrice, own_price ?? publicPrice)
    const isOwn = price < publicPrice && { is_own_price: true }
    const product = {
      id: product_id,
      name,
      ...imageUrl.withLook(image),
      price,
      ...promotionOf(row),
      stock,
      weight,
      packaging,
    }
    return {
      id,
      quantity,
      price: price * quantity,
      product: { ...product, ...isOwn, single_price, price_steps: steps, group_id },
      ...(batch && { batch_id: batch.id, batch }),
    }
  },
})
