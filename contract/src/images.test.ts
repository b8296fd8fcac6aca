import { expect, test } from 'vitest'
import { imageAt, imageForPreview, imageSrcSets } from './images.ts'

const basic = 'https://toko.example/media/0a1b-640.webp'
const full = 'https://toko.example/media/0a1b-full-640.webp'

test('a picture with only its basic files is shown by these', () => {
  expect(imageSrcSets(basic)).toEqual({
    webp: [160, 320, 640, 960, 1600]
      .map((width) => `https://toko.example/media/0a1b-${width}.webp ${width}w`)
      .join(', '),
  })
})

test('a picture with its full set is shown as WebP and AVIF, in two more widths', () => {
  const { webp = '', avif = '' } = imageSrcSets(full)
  expect(webp.split(', ')).toHaveLength(7)
  expect(webp).toContain('https://toko.example/media/0a1b-full-480.webp 480w')
  expect(avif).toBe(webp.replaceAll('.webp', '.avif'))
})

test('both have the other widths, and one picture for link previews', () => {
  expect(imageAt(basic, 320)).toBe('https://toko.example/media/0a1b-320.webp')
  expect(imageAt(full, 320)).toBe('https://toko.example/media/0a1b-full-320.webp')
  for (const url of [basic, full]) expect(imageForPreview(url)).toBe('https://toko.example/media/0a1b-og.jpg')
})

test.each(['blob:https://toko.example/6a7e', '/placeholder.svg', ''])('%j has no other files', (url) => {
  expect(imageSrcSets(url)).toEqual({})
})
