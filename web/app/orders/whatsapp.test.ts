import { expect, test } from 'vitest'
import { orderMessage, whatsappHref } from './whatsapp'

test.each([
  ['081234567890', '6281234567890'],
  ['0812-3456 7890', '6281234567890'],
  ['81234567890', '6281234567890'],
  ['6281234567890', '6281234567890'],
  ['+62 812 3456 7890', '6281234567890'],
  ['+62 0812 3456 7890', '6281234567890'],
  ['006281234567890', '6281234567890'],
  ['021 5550123', '62215550123'],
  ['+65 8123 4567', '6581234567'],
])('the phone %s is %s to WhatsApp', (phone, digits) => {
  expect(whatsappHref(phone, 'Halo')).toBe(`https://wa.me/${digits}?text=Halo`)
})

test('the text contains the order, its total, its status and of the buyer only the name', () => {
  const order = { id: '261120-7K3QX9', total_price: 46_000, status: 'DIKIRIM', user: { name: 'Ani & Budi' } } as const
  const text = new URL(whatsappHref('0812', orderMessage(order))).searchParams.get('text')
  expect(text).toMatch(/^Halo Ani & Budi, .*pesanan #261120-7K3QX9 .*Rp\s46\.000.* DIKIRIM\.$/)
})
