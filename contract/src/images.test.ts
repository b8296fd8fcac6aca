import { expect, test } from 'vitest'
import { imageAt, imageForPreview, imageSrcSets, readLook } from './images.ts'

const basic = 'https://toko.example/media/0a1b-640.webp'

test('a picture with only its basic files is shown by these', () => {
  expect(imageSrcSets(basic, false)).toEqual({
    webp: [160, 320, 640, 960, 1600]
      .map((width) => `https://toko.example/media/0a1b-${width}.webp ${width}w`)
      .join(', '),
  })
})

test('a picture with its full set is shown as WebP and AVIF, in two more widths', () => {
  const { webp = '', avif = '' } = imageSrcSets(basic, true)
  expect(webp.split(', ')).toHaveLength(7)
  expect(webp).toContain('https://toko.example/media/0a1b-full-480.webp 480w')
  expect(avif).toBe(webp.replaceAll('.webp', '.avif'))
})

test('a picture has other widths, and one picture for link previews', () => {
  expect(imageAt(basic, 320)).toBe('https://toko.example/media/0a1b-320.webp')
  expect(imageForPreview(basic)).toBe('https://toko.example/media/0a1b-og.jpg')
})

test.each(['blob:https://toko.example/6a7e', '/placeholder.svg', ''])('%j has no other files', (url) => {
  expect(imageSrcSets(url, true)).toEqual({})
})

test.each<[string | null, ReturnType<typeof readLook>]>([
  [null, { isFull: false, colors: [], focus: null }],
  ['full:', { isFull: true, colors: [], focus: null }],
  ['full:c9b86a751,30,70', { isFull: true, colors: ['c9b', '86a', '751'], focus: { x: 30, y: 70 } }],
  [',0,100', { isFull: false, colors: [], focus: { x: 0, y: 100 } }],
  ['of a newer release', { isFull: false, colors: [], focus: null }],
])('the look %j', (text, look) => {
  expect(readLook(text)).toEqual(look)
})
