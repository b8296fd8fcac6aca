import { expect, test } from 'vitest'
import { InvalidConfig, readConfig } from './config.ts'

const mailOf = (environment: Record<string, string>) => readConfig(environment).mail

test('without settings mail stays in a folder, from the shop at its own address', () => {
  expect(mailOf({ SHOP_NAME: 'Toko Ani', PUBLIC_URL: 'https://toko.example:8443' })).toEqual({
    smtpUrl: undefined,
    from: { name: 'Toko Ani', address: 'noreply@toko.example' },
  })
})

test.each([
  ['toko@contoh.id', { name: 'Camilan', address: 'toko@contoh.id' }],
  ['<toko@contoh.id>', { name: 'Camilan', address: 'toko@contoh.id' }],
  ['Toko Ani <toko@contoh.id>', { name: 'Toko Ani', address: 'toko@contoh.id' }],
  ['"Ani, Budi" <toko@contoh.id>', { name: 'Ani, Budi', address: 'toko@contoh.id' }],
])('MAIL_FROM may be %s', (MAIL_FROM, from) => {
  expect(mailOf({ MAIL_FROM }).from).toEqual(from)
})

test('SMTP_URL may ask for TLS and carry a login', () => {
  const smtpUrl = 'smtps://toko%40contoh.id:rahasia@mail.contoh.id:465'
  expect(mailOf({ SMTP_URL: smtpUrl }).smtpUrl).toBe(smtpUrl)
})

test.each(['mail.contoh.id', 'mail.contoh.id:587', 'https://mail.contoh.id', 'smtp://'])(
  'SMTP_URL can’t be %s',
  (url) => {
    expect(() => readConfig({ SMTP_URL: url })).toThrow(/SMTP_URL must be/)
  },
)

test('a password in a wrong SMTP_URL is not repeated', () => {
  expect(() => readConfig({ SMTP_URL: 'stmp://toko:rahasia@mail.contoh.id' })).toThrow(InvalidConfig)
  expect(() => readConfig({ SMTP_URL: 'stmp://toko:rahasia@mail.contoh.id' })).not.toThrow(/rahasia/)
})

test.each(['toko', 'Toko <toko>', 'a@b.id, c@d.id', 'Toko <a@b.id> x'])('MAIL_FROM can’t be %s', (from) => {
  expect(() => readConfig({ MAIL_FROM: from })).toThrow(/MAIL_FROM must be/)
})
