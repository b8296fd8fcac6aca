import { expect, test } from 'vitest'
import { problemOfImage } from './product-image'

const file = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'gambar', { type })

test('a picture of exactly the limit is taken, one byte more is not', () => {
  expect(problemOfImage(file('image/png', 5_242_880))).toBeNull()
  expect(problemOfImage(file('image/png', 5_242_881))).toBe('Ukuran file terlalu besar. Maksimal 5MB.')
})

test('what is no picture is refused by its type', () => {
  expect(problemOfImage(file('application/pdf', 10))).toBe('Tipe file tidak didukung. Gunakan JPEG, PNG, atau GIF.')
})
