import { freeOfIn } from '@camilan/contract/free-of'
import { namesOf } from '~/products/food-words'

/** What a search such as 'nastar tanpa kacang' can be trusted for. */
export function FreeOfNote({ query }: { query: string | null }) {
  const { allergens } = freeOfIn(query ?? '')
  if (allergens.length === 0) return null
  return (
    <p className="mt-2 max-w-prose text-13 text-muted">
      {`Hanya produk yang alergennya dinyatakan lengkap oleh penjual, dan bebas ${namesOf(allergens)}. Alergi berat? Tanyakan dulu kepada penjual.`}
    </p>
  )
}
