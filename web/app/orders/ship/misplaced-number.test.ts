import { expect, test } from 'vitest'
import { courierFault, numberFault } from './misplaced-number.ts'

test('a tracking number in the place of the courier is seen, not a courier with a telephone number', () => {
  for (const number of ['JP1234567890', '0088 0011 2233', 'CM12345678', 'TSA-123456', 'JNE0123456789012']) {
    expect(courierFault(number), number).toBeDefined()
  }
  for (const courier of ['', 'JNE', 'JNE 12345678', 'J&T 12345678', 'Pak Budi 081234567890', '99 Express']) {
    expect(courierFault(courier), courier).toBeUndefined()
  }
})

test('a courier in the place of the number is seen', () => {
  expect(numberFault({ courier: '', number: 'JNE' })).toBeDefined()
  expect(numberFault({ courier: 'Diantar sendiri', number: 'sore' })).toBeUndefined()
  expect(numberFault({ courier: '', number: 'JP1234567890' })).toBeUndefined()
})
