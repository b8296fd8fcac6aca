import { expect, test } from 'vitest'
import { joinAddress, splitAddress } from './order-form'

test('a postal code is the last line of the address, and the next order form has it in its own field again', () => {
  const typed = { address: 'Jl. Setiabudi 1\nGang 2', postalCode: '40154' }
  expect(splitAddress(joinAddress(typed.address, typed.postalCode))).toEqual(typed)
  expect(joinAddress(' Jl. Setiabudi 1 ', '')).toBe('Jl. Setiabudi 1')
  expect(splitAddress('Jl. Kode pos 40154')).toEqual({ address: 'Jl. Kode pos 40154', postalCode: '' })
})
