import { redirect } from 'react-router'

export const pageSizes = [10, 20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

/** What a list's address says of it, so that a reload, the back button and a shared link show the same rows. */
export interface ListAddress {
  page: number
  size: PageSize
  query: string
  /** What else narrows it down, by parameter. */
  filter?: Readonly<Record<string, string>>
}

/** @param filterNames the parameters, besides the usual ones, that the list understands */
export function listAddress(url: string, filterNames: readonly string[] = []): ListAddress {
  const { searchParams } = new URL(url)
  const page = Number(searchParams.get('page'))
  const size = Number(searchParams.get('size'))
  const filter = Object.fromEntries(
    filterNames.map((name) => [name, searchParams.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
  )
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((known) => known === size) ?? 10,
    query: searchParams.get('query')?.trim() ?? '',
    ...(filterNames.length > 0 && { filter }),
  }
}

/** The address as a link on its own page; what is as it is by default is left out. */
export function listHref({ page, size, query, filter }: ListAddress): string {
  const params = new URLSearchParams({
    ...(query && { query }),
    ...filter,
    ...(size !== 10 && { size: String(size) }),
    ...(page !== 1 && { page: String(page) }),
  })
  return `?${params}`
}

/** The address as parameters of the API. */
export function listParams({ page, size, query, filter }: ListAddress): URLSearchParams {
  return new URLSearchParams({ page: String(page), limit: String(size), ...(query && { query }), ...filter })
}

/**
 * For client loaders: the last row of the last page may just have been deleted.
 * @throws a redirect to the last page there is
 */
export function stayWithin(address: ListAddress, totalPages: number, request: Request): void {
  if (address.page <= Math.max(totalPages, 1)) return
  throw redirect(new URL(request.url).pathname + listHref({ ...address, page: Math.max(totalPages, 1) }))
}
