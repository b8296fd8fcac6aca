import { sharesOf } from '@camilan/contract/pricing'

interface OrderedHamper {
  /** Whole rupiah for one hamper. */
  price: number
  quantity: number
  /** The line's share of the order's discounts. */
  discount: number
  contents: readonly Part[]
}

interface Part {
  id: string
  name: string
  /** Of one piece that is bought singly, without promotions. */
  regular_price: number
  weight: string
  packaging: string
  /** In one hamper. */
  quantity: number
}

/** The parts of an ordered hamper. The price of one hamper and the line's discount are shared by what the parts cost singly. */
export function orderedParts({ price, quantity, discount, contents }: OrderedHamper) {
  const priced = sharesOf(
    price,
    contents.map((part) => ({ part, key: part.id, weight: part.regular_price * part.quantity })),
  )
  const shared = sharesOf(
    discount,
    priced.map(({ part, key, share }) => ({ part, key, weight: share * quantity, priceIdr: share })),
  )
  return shared.map(({ part, priceIdr, share }, position) => ({
    position,
    product_id: part.id,
    name: part.name,
    weight: part.weight,
    packaging: part.packaging,
    quantity: part.quantity,
    price_idr: priceIdr,
    discount_idr: share,
  }))
}
