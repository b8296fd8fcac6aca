/** The `pagination` of a list response: `paged(query, 31, 'total_products')`. No rows means 0 pages. */
export function paged<Name extends string>(
  { page, limit }: { page: number; limit: number },
  total: number,
  name: Name,
): { page: number; total_page: number } & Record<Name, number> {
  return { page, total_page: Math.ceil(total / limit), [name]: total } as ReturnType<typeof paged<Name>>
}
