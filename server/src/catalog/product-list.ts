import { ProductQuery } from '@camilan/contract/catalog'

const plainList = ProductQuery.parse({})
/** There are few pages up to this number, and visitors can invent any number beyond it. */
const lastUsualPage = 20

/** The query of a product list in one form, without defaults. */
export function readProductList(query: Partial<ProductQuery>) {
  const changed = Object.entries(query).filter(([name, value]) => value !== plainList[name as keyof ProductQuery])
  return {
    parameters: Object.fromEntries(changed.map(([name, value]) => [name, String(value)])),
    /** Whether visitors can invent any number of such queries. */
    isSearch: (query.query ?? null) !== plainList.query || (query.page ?? 1) > lastUsualPage,
  }
}
