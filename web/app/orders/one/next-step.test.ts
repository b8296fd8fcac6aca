import type { OrderDetail } from '@camilan/contract/orders'
import { expect, test } from 'vitest'
import { nextStepOf } from './next-step'

const order = (changes: object) =>
  ({
    delivery_way: 'delivery',
    packed_at: null,
    order_items: [{ quantity: 3, taken_quantity: 1 }],
    transaction: { status: 'SUKSES', reversed_at: null, reversed_state: null },
    history: [{ status: 'DIPROSES', at: '2026-11-26T03:00:00.000Z', actor: 'customer' }],
    ...changes,
  }) as unknown as OrderDetail

test('a paid order says what is packed, and how it leaves the shop', () => {
  expect(nextStepOf(order({ status: 'DIBAYAR' }))).toBe('Kemas 2 barang, lalu kirim.')
  const packed_at = '2026-11-26T04:00:00.000Z'
  expect(nextStepOf(order({ status: 'DIBAYAR', packed_at }))).toBe('Sudah dikemas, tinggal dikirim.')
  expect(nextStepOf(order({ status: 'DIBAYAR', packed_at, delivery_way: 'pickup' }))).toBe(
    'Sudah dikemas, tinggal diambil pembeli.',
  )
})

test('an ended order says why, and that nothing is to be done unless its money is to be returned', () => {
  const endedBy = (actor: string, status: string) =>
    nextStepOf(order({ status: 'DIBATALKAN', history: [{ actor }], transaction: { status } }))
  expect(endedBy('system', 'KADALUARSA')).toBe('Tidak dibayar sampai batas waktu. Tidak ada yang perlu dilakukan.')
  expect(endedBy('customer', 'DIBATALKAN')).toBe('Dibatalkan pembeli. Tidak ada yang perlu dilakukan.')
  expect(endedBy('admin', 'SUKSES')).toBe('Dibatalkan penjual.')
})
