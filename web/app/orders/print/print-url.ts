import { href } from 'react-router'
import { batchesOf, maxChosen, type OrderFilters } from '~/orders/load-order-ids'

export const printKinds = { slip: 'Slip pengiriman', receipt: 'Struk' } as const
export type PrintKind = keyof typeof printKinds

/** `width`: without the margins of print.css, in mm. */
export const papers = {
  a6: { label: 'A6', width: 91 },
  '100x150': { label: '100 × 150 mm', width: 90 },
  a4: { label: 'A4', width: 178 },
  a4x4: { label: 'A4 isi 4', width: 89 },
  struk: { label: 'Struk 58 mm', width: 48 },
} as const
export type Paper = keyof typeof papers

const paperNames = Object.keys(papers) as Paper[]

/** The contents of the URL of the print page. */
export interface PrintSelection {
  ids: readonly string[]
  kind: PrintKind
  paper: Paper
  /** The shown part of the orders, from 1, because a page can't show and print hundreds of sheets at once. */
  batch: number
}

/** @param usualPaper  what this device has printed this kind on last */
export function readPrintUrl(url: string, usualPaper: (kind: PrintKind) => string | null = () => null): PrintSelection {
  const { searchParams } = new URL(url)
  const ids = readIds(url)
  const batch = Number(searchParams.get('batch'))
  const kind = searchParams.get('kind') === 'receipt' ? 'receipt' : 'slip'
  const paper = searchParams.get('paper') ?? usualPaper(kind)
  return {
    ids,
    kind,
    paper: paperNames.find((name) => name === paper) ?? 'a6',
    batch: Number.isInteger(batch) && batch >= 1 && batch <= batchesOf(ids).length ? batch : 1,
  }
}

/** The URL of the page that prints these orders. Without a paper it is the usual one of the device. */
export function printHref({
  ids,
  kind = 'slip',
  paper,
  batch = 1,
}: Pick<PrintSelection, 'ids'> & Partial<PrintSelection>) {
  const known = [
    `ids=${ids.map(encodeURIComponent).join(',')}`,
    `kind=${kind}`,
    ...(paper ? [`paper=${paper}`] : []),
    ...(batch === 1 ? [] : [`batch=${batch}`]),
  ]
  return `${href('/admin/print')}?${known.join('&')}`
}

/** The page that ships these orders, or all paid ones, with a tracking number each. */
export const shipHref = (ids: readonly string[] = []) =>
  href('/admin/manage-orders/resi') + (ids.length > 0 ? `?ids=${ids.map(encodeURIComponent).join(',')}` : '')

export function readIds(url: string): string[] {
  const listed = new URL(url).searchParams.get('ids') ?? ''
  return [...new Set(listed.split(',').filter(Boolean))].slice(0, maxChosen)
}

const filterNames = ['status', 'packed', 'query', 'from', 'to'] as const

/** The URL of the page that prints all orders that match. It redirects to `printHref`, for the same orders at a reload. */
export function printAllHref(filters: OrderFilters): string {
  return `${href('/admin/print')}?${new URLSearchParams({ ...filters, all: '1' })}`
}

/** The parameters of a URL of `printAllHref`; undefined for any other. */
export function readPrintAllUrl(url: string): OrderFilters | undefined {
  const { searchParams } = new URL(url)
  if (!searchParams.get('all')) return undefined
  return Object.fromEntries(
    filterNames.map((name) => [name, searchParams.get(name) ?? ''] as const).filter(([, value]) => value !== ''),
  )
}
