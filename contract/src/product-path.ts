/** The path of a product's page: words of its name for readers, then its id, which alone decides. Without zod. */
import type { Product } from './catalog.ts'

const maxWordsLength = 60
const idAtEnd = /(?:^|-)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i

/** `/products/nastar-500gram-<id>`; a name without Latin letters and digits gives `/products/<id>`. */
export function productPath({ id, name }: Pick<Product, 'id' | 'name'>): string {
  const words = wordsOf(name)
  return `/products/${words && `${words}-`}${id}`
}

/** The id in the last segment of a product's path, with any words before it. Other texts are returned unchanged. */
export function productIdIn(segment: string): string {
  return idAtEnd.exec(segment)?.[1] ?? segment
}

/** In ASCII, because browsers and messengers show other letters of a copied URL as %C3%A9. */
function wordsOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  if (words.length <= maxWordsLength) return words
  const cut = words.slice(0, maxWordsLength + 1)
  return cut.slice(0, cut.includes('-') ? cut.lastIndexOf('-') : maxWordsLength)
}
