import { expect, test } from 'vitest'
import { printAllHref, printHref, readPrintAllUrl, readPrintUrl } from './print-url'

const read = (href: string) => readPrintUrl(`https://contoh.id${href}`)

test('the URL of the print page contains the selection', () => {
  const selection = { ids: ['261120-7K3QX9', '261120-AAAAAA'], kind: 'receipt', paper: 'a4', batch: 1 } as const
  expect(read(printHref(selection))).toEqual(selection)
  expect(read(printHref({ ids: ['A-1'] }))).toEqual({ ids: ['A-1'], kind: 'slip', paper: 'a6', batch: 1 })
})

test('a URL without a paper means the one that this kind was printed on last', () => {
  const url = `https://contoh.id${printHref({ ids: ['A-1'] })}`
  const usual = (kind: string) => (kind === 'slip' ? 'struk' : 'a0')
  expect(readPrintUrl(url, usual).paper).toBe('struk')
  expect(readPrintUrl(`${url}&paper=a6`, usual).paper).toBe('a6')
  expect(readPrintUrl(`https://contoh.id${printHref({ ids: ['A-1'], kind: 'receipt' })}`, usual).paper).toBe('a6')
})

test('invalid choices get their defaults, and an order is printed once', () => {
  expect(read('/admin/print?ids=A-1,,A-1,B-2&kind=poster&paper=a0')).toEqual({
    ids: ['A-1', 'B-2'],
    kind: 'slip',
    paper: 'a6',
    batch: 1,
  })
  expect(read('/admin/print').ids).toEqual([])
})

test('250 orders are three batches, and the URL names the shown one', () => {
  const ids = Array.from({ length: 250 }, (_, number) => `A-${number}`)
  expect(read(printHref({ ids, batch: 3 }))).toMatchObject({ ids, batch: 3 })
  for (const batch of [0, 4, 1.5, Number.NaN]) expect(read(printHref({ ids, batch }))).toMatchObject({ ids, batch: 1 })
})

test('no more orders are printed than a URL can hold', () => {
  const ids = Array.from({ length: 600 }, (_, number) => `261120-${String(number).padStart(6, '0')}`)
  expect(read(printHref({ ids })).ids).toEqual(ids.slice(0, 500))
  expect(printHref({ ids: ids.slice(0, 500) }).length).toBeLessThan(8_000)
})

test('the URL that prints all orders of a list has its search and filters', () => {
  const url = 'https://contoh.id'
  const filters = { status: 'DIKIRIM', query: 'ani & budi', from: '2026-11-01' }
  expect(readPrintAllUrl(url + printAllHref(filters))).toEqual(filters)
  expect(readPrintAllUrl(url + printHref({ ids: ['A-1'] }))).toBeUndefined()
})
