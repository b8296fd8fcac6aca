/** The pages for search engines, as sitemaps (sitemaps.org). */
import { productPath } from '@camilan/contract/product-path'
import { visibleTerms } from '@camilan/contract/terms'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { storedTerms } from '../../settings/terms/queries.ts'
import { onSale } from '../queries.ts'
import { isFirstSize } from './search-products.ts'

export interface SitemapDeps {
  db: Db
  clock?: () => Date
  /** The origin of the shop's pages, without a trailing slash. */
  publicUrl: string
  /** Whether a group of sizes has one page in it. */
  grouped?: () => boolean
  /** A sitemap may have 50,000 URLs. */
  urlsPerFile?: number
}

const maxUrls = 50_000
/** Between two of these reads the server answers other requests. */
const productsPerRead = 5_000
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The whole sitemap, or the index of its parts. */
export async function readSitemap(deps: SitemapDeps): Promise<string> {
  const parts = await countParts(deps)
  if (parts === 1) return (await readSitemapPart(deps, 1)) ?? ''
  const places = Array.from(
    { length: parts },
    (_, index) => `<sitemap><loc>${deps.publicUrl}/sitemaps/${index + 1}</loc></sitemap>\n`,
  )
  return xml('sitemapindex', places.join(''))
}

/** @returns undefined if there is no such part; the first is 1 */
export async function readSitemapPart(deps: SitemapDeps, part: number): Promise<string | undefined> {
  const { publicUrl, urlsPerFile = maxUrls } = deps
  if (part < 1 || part > (await countParts(deps))) return undefined
  const isFirst = part === 1
  const paths = await listPaths(deps)
  const skipped = isFirst ? 0 : (part - 1) * urlsPerFile - paths.length
  const chunks = isFirst ? paths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>\n`) : []
  for await (const products of productsFrom(deps, skipped, urlsPerFile - chunks.length)) {
    for (const { id, name, updated_at } of products) {
      const location = publicUrl + productPath({ id, name })
      chunks.push(`<url><loc>${location}</loc><lastmod>${updated_at.toISOString()}</lastmod></url>\n`)
    }
  }
  return xml('urlset', chunks.join(''))
}

/** No text needs an escape: the origin and the paths contain no special characters of XML. */
const xml = (element: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${namespace}">\n${content}</${element}>\n`

async function listPaths({ db }: SitemapDeps): Promise<string[]> {
  const { categories } = await storedTerms(db)
  return ['/', '/products', ...visibleTerms(categories).map(({ code }) => `/products?category=${code}`)]
}

function listed({ db, clock = () => new Date(), grouped = () => false }: SitemapDeps) {
  const now = clock()
  return onSale(db, now).$if(grouped(), (found) => found.where(isFirstSize(now)))
}

async function countParts({ urlsPerFile = maxUrls, ...deps }: SitemapDeps): Promise<number> {
  const { count } = await listed(deps)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Math.ceil((count + (await listPaths(deps)).length) / urlsPerFile)
}

/** The products by id, after the first `skipped`. */
async function* productsFrom(deps: SitemapDeps, skipped: number, limit: number) {
  let after: string | undefined
  for (let left = limit; left > 0; ) {
    const products = await listed(deps)
      .select(['id', 'name', 'updated_at'])
      .$if(after !== undefined, (query) => query.where('id', '>', sql<string>`${after}::uuid`))
      .orderBy('id')
      .offset(after === undefined ? skipped : 0)
      .limit(Math.min(productsPerRead, left))
      .execute()
    if (products.length === 0) return
    yield products
    left -= products.length
    after = products.at(-1)?.id
  }
}
