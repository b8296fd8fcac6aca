import { expect, test } from 'vitest'
import { problemOfImage } from './use-chosen-image'

const file = (type: string, bytes: number) => new File([new Uint8Array(bytes)], 'gambar', { type })

test('an image of exactly the limit is accepted, one byte more is not', () => {
  expect(problemOfImage(file('image/png', 5_242_880), 'product')).toBeUndefined()
  expect(problemOfImage(file('image/png', 5_242_881), 'product')).toBe('Ukuran file terlalu besar. Maksimal 5MB.')
  expect(problemOfImage(file('image/png', 5_242_880), 'profile')).toBeUndefined()
  expect(problemOfImage(file('image/png', 5_242_881), 'profile')).toBe('Ukuran gambar maksimal 5MB')
})

test('a file that is not an image is refused by its type', () => {
  const pdf = file('application/pdf', 10)
  expect(problemOfImage(pdf, 'product')).toBe('Tipe file tidak didukung. Gunakan JPEG, PNG, atau GIF.')
  expect(problemOfImage(pdf, 'profile')).toBe('Pilih file gambar yang valid')
})
