import { expect, test } from 'vitest'
import { improvePixels } from './improve-light.ts'

/** Red, green and blue of the picture after the correction. */
function corrected(...pixels: [number, number, number][]) {
  const data = Uint8ClampedArray.from(pixels.flatMap((pixel) => [...pixel, 255]))
  improvePixels(data)
  return pixels.map((_, index) => [...data.slice(4 * index, 4 * index + 3)] as [number, number, number])
}

test('a dark photo becomes brighter in every part', () => {
  const dark: [number, number, number][] = [
    [20, 15, 10],
    [60, 50, 30],
    [90, 70, 40],
  ]
  for (const [index, pixel] of corrected(...dark)
    .slice(1)
    .entries()) {
    for (const channel of [0, 1, 2] as const) expect(pixel[channel]).toBeGreaterThan(dark[index + 1]?.[channel] ?? 0)
  }
})

test('a cookie on a white table becomes no darker', () => {
  const white: [number, number, number][] = Array.from({ length: 8 }, () => [255, 255, 255])
  expect(corrected(...white, [200, 150, 100], [0, 0, 0]).at(-2)).toEqual([200, 150, 100])
})
