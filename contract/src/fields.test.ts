import { expect, test } from 'vitest'
import { optionalLine, optionalText, Phone, requiredLine, requiredText, textOrNothing } from './fields.ts'
import { SearchText } from './wire.ts'

const note = requiredText('Catatan', 20)

test.each(['0812-3456-789', '+62 812 3456 789', '(021) 555.1234', '+62 (812) 3456.789', '0812.3456.7890'])(
  'the phone number %s is accepted as it is',
  (phone) => {
    expect(Phone.parse(phone)).toBe(phone)
  },
)

test.each(['0812/3456789', '0812-345', '08123456789x', '(((((((((', '0812 3456 7890 1234'])(
  'the phone number %s is refused',
  (phone) => {
    expect(Phone.safeParse(phone).success).toBe(false)
  },
)

test('line ends become LF, and are counted as one character', () => {
  expect(note.parse('satu\r\ndua\rtiga\nempat')).toBe('satu\ndua\ntiga\nempat')
  expect(optionalText('Catatan', 3).parse('a\r\nb')).toBe('a\nb')
  expect(textOrNothing('Catatan', 3).parse('\r\n')).toBeNull()
})

test.each([
  ['NUL', 'a\0b'],
  ['the first half of a surrogate pair', 'a\ud800b'],
  ['the second half', 'a\udc00b'],
  ['a swapped pair', '\udc00\ud800'],
])('a text with %s is refused', (_what, text) => {
  for (const field of [note, optionalText('Catatan', 20), textOrNothing('Catatan', 20)]) {
    const result = field.safeParse(text)
    expect(result.error?.issues[0]?.message).toBe('Teks berisi karakter yang tidak didukung.')
  }
})

test('a text of one line loses its invisible characters, and keeps its emoji', () => {
  const line = requiredLine('Nama', 30)
  expect(line.parse('\u202e Bu\u200b\tAni\r\nKue\u2028Kering\u0007 \u200f')).toBe('Bu Ani Kue Kering')
  expect(line.parse('Koki 👩🏽‍🍳 ❤️‍🔥 a\u200db')).toBe('Koki 👩🏽‍🍳 ❤️‍🔥 ab')
  expect(line.safeParse('\u200b\u2060').error?.issues[0]?.message).toBe('Nama wajib diisi.')
  expect(optionalLine('Kurir', 20).parse('\u200b')).toBe('')
  expect(textOrNothing('Kurir', 20, optionalLine).parse('\u200b')).toBeNull()
})

test('characters outside the basic plane are accepted', () => {
  expect(note.parse('Enak 😋')).toBe('Enak 😋')
})

test('search text loses characters that no stored text can contain, also a surrogate pair that is cut in half', () => {
  expect(SearchText.parse('nas\0tar\ud800')).toBe('nastar')
  expect(SearchText.parse(`${'a'.repeat(199)}😋`)).toBe('a'.repeat(199))
})
