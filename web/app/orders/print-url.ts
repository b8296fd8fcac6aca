import { maxPageSize } from '@camilan/contract/wire'
import { href } from 'react-router'

export const printKinds = { slip: 'Slip pengiriman', receipt: 'Struk' } as const
export type PrintKind = keyof typeof printKinds

export const papers = { a6: 'A6', a4: 'A4' } as const
export type Paper = keyof typeof papers

/** The contents of the URL of the print page. */
export interface PrintSelection {
  ids: readonly string[]
  kind: PrintKind
  paper: Paper
}

export function readPrintUrl(url: string): PrintSelection {
  const { searchParams } = new URL(url)
  const ids = (searchParams.get('ids') ?? '').split(',').filter(Boolean)
  return {
    ids: [...new Set(ids)].slice(0, maxPageSize),
    kind: searchParams.get('kind') === 'receipt' ? 'receipt' : 'slip',
    paper: searchParams.get('paper') === 'a4' ? 'a4' : 'a6',
  }
}

/** The URL of the page that prints these orders. */
export function printHref({ ids, kind = 'slip', paper = 'a6' }: Pick<PrintSelection, 'ids'> & Partial<PrintSelection>) {
  const known = [
    `ids=${ids.map(encodeURIComponent).join(',')}`,
    `kind=${kind}`,
    ...(paper === 'a6' ? [] : ['paper=a4']),
  ]
  return `${href('/admin/print')}?${known.join('&')}`
}
