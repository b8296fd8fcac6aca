import { expect, test } from 'vitest'
import type { Charge } from '../../orders/charges.ts'
import { later, minutes } from '../../platform/clock.ts'
import { type Payable, requestOf } from './payable.ts'

const now = new Date('2026-11-20T07:00:00Z')
const delivery: Charge = { kind: 'delivery', label: null, amount_idr: 4_000 }
const service: Charge = { kind: 'service', label: null, amount_idr: 2_000 }
const goods: Charge = { kind: 'goods', label: null, amount_idr: 40_000 }

function bodyOf(overrides: Partial<Payable> = {}) {
  const order: Payable = {
    attemptId: '261120-7K3QX9-2',
    orderId: '261120-7K3QX9',
    charges: [goods, delivery, service],
    expiresAt: later(now, minutes(90)),
    buyer: { name: 'Ani', email: 'ani@contoh.id', phone: '081234567890' },
    items: [{ productId: 'p1', name: 'Nastar', unitPrice: 20_000, quantity: 2 }],
    methods: ['bca_va'],
    ...overrides,
  }
  const urls = {
    notification: '',
    finish: (orderId: string) => `https://camilan.id/my-order/order/${orderId}`,
    linkedOrder: 'https://camilan.id/pesanan',
  }
  return requestOf({ urls }, order, now).body
}

test('the lines are the products and the two fees, and their sum is the total', () => {
  expect(bodyOf()).toEqual({
    transaction_details: { order_id: '261120-7K3QX9-2', gross_amount: 46_000 },
    item_details: [
      { id: 'p1', name: 'Nastar', price: 20_000, quantity: 2 },
      { id: 'shipping', name: 'Ongkos Kirim', price: 4_000, quantity: 1 },
      { id: 'service', name: 'Biaya Pelayanan', price: 2_000, quantity: 1 },
    ],
    customer_details: { first_name: 'Ani', email: 'ani@contoh.id', phone: '081234567890' },
    enabled_payments: ['bca_va'],
    expiry: { start_time: '2026-11-20 14:00:00 +0700', duration: 90, unit: 'minutes' },
    callbacks: { finish: 'https://camilan.id/my-order/order/261120-7K3QX9' },
  })
})

test('a charge below zero is a line like any other, with its label, and the sum of the lines stays the total', () => {
  const discount: Charge = { kind: 'service', label: 'Voucher', amount_idr: -5_000 }
  const body = bodyOf({ charges: [goods, delivery, service, discount] })
  expect(body.transaction_details.gross_amount).toBe(41_000)
  expect(body.item_details.at(-1)).toEqual({ id: 'service', name: 'Voucher', price: -5_000, quantity: 1 })
})
