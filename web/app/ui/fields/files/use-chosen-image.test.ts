import { expect, test } from 'vitest'
import { heicSentence, isHeicPhoto, problemOfImage } from './use-chosen-image'

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

test('a photo of an iPhone is known by its bytes, whatever its name and type say, and its remedy is named', async () => {
  const photo = (brand: string) => new File([`\0\0\0\x18ftyp${brand}\0\0\0\0`], 'IMG_1.jpg', { type: 'image/jpeg' })
  for (const brand of ['heic', 'heix', 'mif1', 'hevc']) expect(await isHeicPhoto(photo(brand)), brand).toBe(true)
  for (const brand of ['mp42', 'avif', 'qt  ']) expect(await isHeicPhoto(photo(brand)), brand).toBe(false)
  expect(await isHeicPhoto(file('image/heic', 5))).toBe(false)
  expect(heicSentence('product')).toMatch(/^Tipe file tidak didukung\. Gunakan JPEG, PNG, atau GIF\. Ini foto HEIC/)
  expect(heicSentence('profile')).toMatch(/^Pilih file gambar yang valid\. Ini foto HEIC.*Paling Kompatibel/)
})
