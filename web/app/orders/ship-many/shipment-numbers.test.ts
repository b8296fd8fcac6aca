import { expect, test } from 'vitest'
import { readColumn, shipmentOf, spread, warningOf } from './shipment-numbers.ts'

test('a pasted column is read by lines, tabs, commas and semicolons; an empty cell in the middle stays', () => {
  expect(readColumn('A1\nB2\r\nC3\n')).toEqual(['A1', 'B2', 'C3'])
  expect(readColumn(' A1,B2;\tC3 ')).toEqual(['A1', 'B2', '', 'C3'])
  expect(readColumn('A1\n\n"C3"')).toEqual(['A1', '', 'C3'])
  expect(readColumn('0103 2005 8999')).toEqual(['0103 2005 8999'])
})

test('a column is written into the orders in their order, and what is left over is named', () => {
  const ids = ['a', 'b', 'c']
  expect(spread({ b: 'OLD' }, ids, 1, ['', 'C3', 'D4'])).toEqual({ numbers: { b: 'OLD', c: 'C3' }, spare: ['D4'] })
  expect(spread({}, ids, 0, ['A1', 'B2', 'C3'])).toEqual({ numbers: { a: 'A1', b: 'B2', c: 'C3' }, spare: [] })
})

test('the same number twice and an unusual shape are warned of', () => {
  const ids = ['a', 'b', 'c']
  const numbers = { a: '002927168687', b: '0029 2716 8687', c: 'JP1' }
  const warned = (id: string, courier: string) => warningOf(id, { ids, numbers, courier })
  expect(warned('a', 'SiCepat')).toBe('Sama dengan resi pesanan #b.')
  expect(warned('c', 'sicepat reg')).toBe('Bentuknya tidak seperti resi SiCepat. Periksa lagi.')
  expect(warned('c', 'Diantar sendiri')).toBeUndefined()
  expect(warningOf('x', { ids, numbers, courier: 'JNE' })).toBeUndefined()
})

test('an order that its buyer fetches is handed over without the courier of the others', () => {
  const typed = { courier: 'JNE', tracking_number: 'A1' }
  expect(shipmentOf({ id: 'a', delivery_way: 'delivery' }, typed)).toEqual({ id: 'a', ...typed })
  expect(shipmentOf({ id: 'b', delivery_way: 'pickup' }, typed)).toEqual({ id: 'b' })
})
