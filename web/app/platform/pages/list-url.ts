import { redirect } from 'react-router'

export const pageSizes = [10, 20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** The rows that a list shows. It is kept in the URL, so that a reload, the back button and a shared link show the same. */
export interface ListState {
  page: number
  size: PageSize
  query: string
  filters: Readonly<Record<string, string>>
}

/** @param filterNames  the filters that this list has; other parameters are ignored */
export function readListUrl(url: string, filterNames: readonly string[] = []): ListState {
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

/** A relative URL on the list's own page, without defaults. */
export function listHref({ page, size, query, filters }: ListState): string {
  const params = new URLSearchParams({
    ...filters,
    ...(query && { query }),
    ...(size !== 10 && { size: String(size) }),
    ...(page !== 1 && { page: String(page) }),
  })
  return `?${params}`
}

/** Whether a search or a filter is set. */
export function isFiltered({ query, filters }: ListState): boolean {
  return query !== '' || Object.keys(filters).length > 0
}

export function listParams({ page, size, query, filters }: ListState): URLSearchParams {
  return new URLSearchParams({ ...filters, page: String(page), limit: String(size), ...(query && { query }) })
}

/**
 * For client loaders: the page may be empty now, for example after its last row was deleted.
 * @throws a redirect to the last page that has rows
 */
export function redirectBeyondLastPage(list: ListState, totalPages: number, request: Request): void {
  if (list.page <= Math.max(totalPages, 1)) return
  throw redirect(new URL(request.url).pathname + listHref({ ...list, page: Math.max(totalPages, 1) }))
}
