import * as z from 'zod/mini'
import { readDraft, writeDraft } from '~/platform/draft'

const Wish = z.object({ product_id: z.string(), quantity: z.int(), chosen: z.boolean() })
export type Wish = z.infer<typeof Wish>
const draftKey = 'productWish'

/** What was chosen of a product by somebody who must log in first. */
export function keepWish(wish: Wish): void {
  writeDraft(draftKey, wish)
}

/** What was chosen of this product before logging in; a second call finds nothing. */
export function takeWish(productId: string): Wish | null {
  const wish = readDraft(draftKey, Wish)
  if (wish?.product_id !== productId) return null
  writeDraft(draftKey, null)
  return wish
}
