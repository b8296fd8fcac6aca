import { expect, test } from 'vitest'
import { hintOf } from './form-hints'

const hint = (type: string, wrong: keyof ValidityState, more: { min?: string; max?: string } = {}) =>
  hintOf({ type, validity: { [wrong]: true } as unknown as ValidityState, ...more })

test('each way in which a field can be wrong has a sentence', () => {
  expect(hint('text', 'valueMissing')).toBe('Isian ini wajib diisi.')
  expect(hint('checkbox', 'valueMissing')).toBe('Centang kotak ini untuk melanjutkan.')
  expect(hint('select-one', 'valueMissing')).toBe('Pilih salah satu.')
  expect(hint('email', 'typeMismatch')).toBe('Isi dengan alamat email, misalnya nama@contoh.com.')
  expect(hint('number', 'badInput')).toBe('Isi dengan angka.')
  expect(hint('number', 'rangeUnderflow', { min: '1' })).toBe('Isi paling kecil 1.')
  expect(hint('number', 'rangeOverflow', { max: '9' })).toBe('Isi paling besar 9.')
  expect(hint('text', 'tooLong')).toBe('Isian ini terlalu panjang.')
  expect(hint('text', 'patternMismatch')).toBe('Isian ini belum sesuai dengan bentuk yang diminta.')
})
