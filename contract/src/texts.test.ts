import { describe, expect, test } from 'vitest'
import { Credentials, Recovery, Registration } from './accounts.ts'
import * as fields from './fields.ts'
import { NewProduct } from './product-form.ts'
import { RefundAccount } from './refunds.ts'
import { invisibleTexts, passwords, searches, visibleTexts, writtenPhones } from './testing/typed-texts.ts'
import { cleanFormat, cleanLine, cleanText, phoneDigits, searchFold, searchTextOf, searchWords } from './texts.ts'

describe('a phone number', () => {
  test.each(writtenPhones)('written as %j is 0812-3456-7890', (written) => {
    const phone = fields.Phone.parse(written)
    expect(phone).toMatch(/^[ +\d().-]+$/)
    expect(phoneDigits(written)).toBe('81234567890')
    expect(phoneDigits(phone)).toBe('81234567890')
  })

  test.each([
    ['0622-12345', '62212345'],
    ['+62 21 555 1234', '215551234'],
    ['+65 9123 4567', '6591234567'],
    ['0065 9123 4567', '6591234567'],
  ])('%s is compared as %s', (phone, digits) => {
    expect(phoneDigits(phone)).toBe(digits)
  })
})

const required = [
  ['a name', fields.requiredLine('Nama', 100)],
  ['an address', fields.requiredText('Alamat', 500)],
  ['a code', fields.requiredFormat('Kode', 50)],
] as const

describe.each(required)('%s', (_, field) => {
  test.each(invisibleTexts)('of %j is missing', (text) => {
    expect(field.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/wajib diisi/),
    ])
  })
  test.each(visibleTexts)('of %j is there', (text) => {
    expect(field.parse(` ${text}\u200b`)).toBe(text)
  })
  test('has its letters in one normal form', () => {
    expect(field.parse('Cafe\u0301')).toBe('Caf\u00e9')
  })
  test.each(['a\0b', 'a\ud800b', '\udc00\ud800'])('with %j is refused', (text) => {
    expect(field.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
      'Teks berisi karakter yang tidak didukung.',
    ])
  })
})

test('a line loses what cannot be seen, and a text of lines all of it but line ends and tabs', () => {
  expect(cleanLine('\u202e Bu\u200b\tAni\r\nKue\u2028Kering\u0007 \u200f')).toBe('Bu Ani Kue Kering')
  expect(cleanText('\ufeffRT 1\u0007\r\nRW\u200e\t2\rPagar\u2028hijau\u001b\n ')).toBe('RT 1\nRW\t2\nPagar\nhijau')
})

test('the joiner stays inside an emoji', () => {
  for (const clean of [cleanLine, cleanText])
    expect(clean('Koki 👩🏽‍🍳 ❤️‍🔥 a\u200db 👩\u200d')).toBe('Koki 👩🏽‍🍳 ❤️‍🔥 ab 👩')
})

test('formats are read with the dashes, blanks and quotes of chats and word processors', () => {
  expect(cleanFormat('\u200eJNE\u00a0\u2013\u202f１２３ ')).toBe('JNE - 123')
  expect(cleanFormat('o\u2019brien@toko\u2011kue.id')).toBe("o'brien@toko-kue.id")
  const facts = { name: 'Kue', category: 'KUE_KERING', packaging: 'BAL', weight: 'KG_1', description: 'Renyah' }
  expect(NewProduct.parse({ ...facts, price: '\u00a012500\u200f', stock: '１０' })).toMatchObject({
    price: 12500,
    stock: 10,
  })
  expect(RefundAccount.parse({ bank: 'BCA', number: '123\u2011456\u00a0789', holder: 'Ani' }).number).toBe(
    '123-456 789',
  )
  const mailed = 'ani\u2011kue@contoh.id'
  expect(Credentials.parse({ email: mailed, password: 'x' }).email).toBe('ani-kue@contoh.id')
  const recovery = { email: mailed, code: 'ABCD\u2014EFGH', password: 'kata-sandi-baru' }
  expect(Recovery.parse(recovery)).toMatchObject({ email: 'ani-kue@contoh.id', code: 'ABCD-EFGH' })
})

describe('a search', () => {
  test.each(searches)('in %j for %j finds it', (stored, query) => {
    const text = searchFold(stored)
    expect(searchWords(query).filter((word) => !text.includes(word))).toEqual([])
  })

  test.each(['', ' \t ', '\u00ad\u200b', '\0', '\ud800', "'", '“”', '\u3164'])('for %j is none', (text) => {
    expect(searchTextOf(text)).toBeNull()
  })

  test('is shown as it was typed, without what cannot be seen', () => {
    expect(searchTextOf(' \u200eCre\u0300me\u00ad  “Brûlée” \0')).toBe('Crème  “Brûlée”')
    expect(searchTextOf('nas\0tar\ud800')).toBe('nastar')
    expect(searchTextOf(`${'a'.repeat(199)}😋`)).toBe('a'.repeat(199))
  })
})

const registration = { name: 'Ani', email: 'ani@contoh.id', phone: '081234567890' }

describe('a password', () => {
  test.each(passwords)('%j is set in one normal form', (password) => {
    for (const form of ['NFC', 'NFD'] as const) {
      const typed = Registration.parse({ ...registration, password: password.normalize(form) })
      expect(typed.password).toBe(password.normalize('NFC'))
    }
  })

  test.each(['  “kue”\u200b–１２ ', '?!?! ?!?!', 'kue\u00ad\u00a0—kue'])('%j is not changed', (password) => {
    expect(fields.Password.parse(password)).toBe(password)
  })

  test.each(['kata\0sandi', 'kata\nsandi', 'kata-sandi\x7f', 'kata-sandi\ud800', '\udc00kata-sandi'])(
    'with %j is refused when it is set, and compared as it is at a login',
    (password) => {
      expect(fields.Password.safeParse(password).error?.issues.map(({ message }) => message)).toEqual([
        'Kata sandi berisi karakter yang tidak didukung.',
      ])
      expect(Credentials.parse({ email: 'ani@contoh.id', password }).password).toBe(password)
    },
  )
})
