import { maxPageSize } from '@camilan/contract/wire'
import type * as z from 'zod/mini'
import { api } from '~/platform/api/api'

/** So often a list is read again that changes while it is read. */
const mostReads = 3

interface Page<Row> {
  data: Row[]
  pagination: { total_page: number; total_products: number }
}

/** All rows of a list of products. A product that comes or goes meanwhile shifts the others, so they are read again. */
export async function loadAllProducts<Row>(
  path: string,
  schema: z.ZodMiniType<Page<Row>>,
  signal: AbortSignal,
): Promise<Row[]> {
  for (let reads = 1; ; reads += 1) {
    const rows: Row[] = []
    const totals = new Set<number>()
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await api.get(`${path}limit=${maxPageSize}&page=${page}`, schema, { signal })
      rows.push(...data)
      totals.add(pagination.total_products)
      if (page >= pagination.total_page) break
    }
    if (totals.size === 1 || reads === mostReads) return rows
  }
}
