import { redirect } from 'react-router'

export const pageSizes = [10, 20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** What a list's address says of it, so that a reload, the back button and a shared link show the same rows. */
export interface ListAddress {
  page: number
  size: PageSize
  query: string
  /** What narrows the list down besides the search; a filter that is not set is not there. */
  filters: Readonly<Record<string, string>>
}

/** @param filterNames  the filters that this list has */
export function listAddress(url: string, filterNames: readonly string[] = []): ListAddress {
  const { searchParams } = new URL(url)
  const page = Number(searchParams.get('page'))
  const size = Number(searchParams.get('size'))
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((known) => known === size) ?? 10,
    query: searchParams.get('query')?.trim() ?? '',
    filters: Object.fromEntries(
      filterNames.map((name) => [name, searchParams.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
    ),
  }
}

/** The address as a link on its own page; what is as it is by default is left out. */
export function listHref({ page, size, query, filters }: ListAddress): string {
  const params = new URLSearchParams({
    ...filters,
    ...(query && { query }),
    ...(size !== 10 && { size: String(size) }),
    ...(page !== 1 && { page: String(page) }),
  })
  return `?${params}`
}

/** Something narrows the list down. */
export function isFiltered({ query, filters }: ListAddress): boolean {
  return query !== '' || Object.keys(filters).length > 0
}

/** The address as parameters of the API. */
export function listParams({ page, size, query, filters }: ListAddress): URLSearchParams {
  return new URLSearchParams({ ...filters, page: String(page), limit: String(size), ...(query && { query }) })
}

/**
 * For client loaders: the last row of the last page may just have been deleted.
 * @throws a redirect to the last page there is
 */
export function stayWithin(address: ListAddress, totalPages: number, request: Request): void {
  if (address.page <= Math.max(totalPages, 1)) return
  throw redirect(new URL(request.url).pathname + listHref({ ...address, page: Math.max(totalPages, 1) }))
}
