import { expect, test } from 'vitest'
import { printHref, readPrintUrl } from './print-url'

const read = (href: string) => readPrintUrl(`https://contoh.id${href}`)

test('the URL of the print page contains the selection', () => {
  const selection = { ids: ['261120-7K3QX9', '261120-AAAAAA'], kind: 'receipt', paper: 'a4' } as const
  expect(read(printHref(selection))).toEqual(selection)
  expect(read(printHref({ ids: ['A-1'] }))).toEqual({ ids: ['A-1'], kind: 'slip', paper: 'a6' })
})

test('invalid choices get their defaults, and an order is printed once', () => {
  expect(read('/admin/print?ids=A-1,,A-1,B-2&kind=poster&paper=a0')).toEqual({
    ids: ['A-1', 'B-2'],
    kind: 'slip',
    paper: 'a6',
  })
  expect(read('/admin/print').ids).toEqual([])
})
