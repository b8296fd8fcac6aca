import { expect, test } from 'vitest'
import { Facebook, Instagram, WhatsApp } from './contact-fields.ts'

test.each([
  [Facebook, 'https://www.facebook.com/tokokue/?mibextid=LQQJ4d&rdid=abc', 'tokokue'],
  [Facebook, 'https://m.facebook.com/profile.php?id=100012345678901&mibextid=x', 'profile.php?id=100012345678901'],
  [Facebook, 'https://id-id.facebook.com/profile.php?mibextid=x&id=12#about', 'profile.php?id=12'],
  [Facebook, 'fb.com/tokokue?fbclid=IwAR0_x', 'tokokue'],
  [Facebook, 'https://web.facebook.com/people/Toko-Kue/61550000000000/?_rdc=1&_rdr', 'people/Toko-Kue/61550000000000'],
  [Facebook, 'tokokue', 'tokokue'],
  [Instagram, 'https://www.instagram.com/tokokue?igsh=abc==', 'tokokue'],
  [Instagram, 'instagram.com/tokokue/?utm_source=qr#x', 'tokokue'],
  [Instagram, '@tokokue', 'tokokue'],
  [WhatsApp, 'https://wa.me/6281234567890?text=halo', '+6281234567890'],
  [WhatsApp, 'wa.me/+6281234567890', '+6281234567890'],
  [WhatsApp, 'https://api.whatsapp.com/send?phone=6281234567890&text=halo&app_absent=0', '+6281234567890'],
  [WhatsApp, 'https://api.whatsapp.com/send/?text=halo&phone=%2B6281234567890', '+6281234567890'],
  [WhatsApp, 'whatsapp://send?phone=6281234567890', '+6281234567890'],
  [WhatsApp, '0812-3456-7890', '0812-3456-7890'],
  [WhatsApp, ' ', null],
] as const)('of a pasted contact only what says whose it is is kept', (field, pasted, stored) => {
  expect(field.parse(pasted)).toBe(stored)
})

test('a link that names nobody is refused', () => {
  expect(WhatsApp.safeParse('https://wa.me/message/ABCDEFGHIJ').success).toBe(false)
  expect(Facebook.safeParse('https://example.com/tokokue').success).toBe(false)
})
