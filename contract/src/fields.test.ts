import { expect, test } from 'vitest'
import { optionalLine, optionalText, Phone, requiredText, textOrNothing } from './fields.ts'

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

test('an optional text of what cannot be seen is none', () => {
  expect(optionalLine('Kurir', 20).parse('\u200b')).toBe('')
  expect(textOrNothing('Kurir', 20, optionalLine).parse('\u200b')).toBeNull()
  expect(optionalText('Catatan', 20).safeParse('\0').success).toBe(false)
})

test('characters outside the basic plane are accepted', () => {
  expect(note.parse('Enak 😋')).toBe('Enak 😋')
})
