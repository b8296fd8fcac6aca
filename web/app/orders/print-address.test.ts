import { expect, test } from 'vitest'
import { printAddress, printHref } from './print-address'

const read = (href: string) => printAddress(`https://contoh.id${href}`)

test('the print page reads from its address what it was made of', () => {
  const address = { ids: ['261120-7K3QX9', '261120-AAAAAA'], kind: 'receipt', paper: 'a4' } as const
  expect(read(printHref(address))).toEqual(address)
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
