import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeManyScans, makePicture } from '../../testing/pictures.ts'
import { countScans } from './count-scans.ts'

async function* chunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const scansOf = (jpeg: Buffer, { size = jpeg.length, enough = 1_000 } = {}) => countScans(chunks(jpeg, size), enough)

test('a plain JPEG has one scan, a progressive one has several', async () => {
  expect(await scansOf(await makePicture({ format: 'jpeg' }))).toBe(1)
  expect(
    await scansOf(
      await sharp(await makePicture())
        .jpeg({ progressive: true })
        .toBuffer(),
    ),
  ).toBe(10)
})

test.each([1, 2, 3, 7, 64])('the scans are the same when the file is read in parts of %i bytes', async (size) => {
  const jpeg = await makeManyScans({ side: 40, scans: 150 })
  expect(await scansOf(jpeg, { size })).toBe(150)
})

test('counting ends when there are more than enough scans', async () => {
  expect(await scansOf(await makeManyScans({ side: 40, scans: 150 }), { enough: 100 })).toBe(101)
})

test('bytes that look like a scan in the metadata, or after the end of the picture, are not counted', async () => {
  const jpeg = await makePicture({ format: 'jpeg' })
  const fake = Buffer.from([0xff, 0xda, 0x00, 0x02])
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0x03, 0xea]), ...Array.from({ length: 250 }, () => fake)])
  const disguised = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), fake, fake])
  expect((await sharp(disguised).metadata()).width).toBe(400)
  expect(await scansOf(disguised)).toBe(1)
})

test('padding and stray bytes between markers hide no scan', async () => {
  const jpeg = await makeManyScans({ side: 40, scans: 150 })
  const padded = jpeg.toString('latin1').replaceAll('\xff\xda', 'x\xff\x00\xff\xff\xff\xda')
  expect(await scansOf(Buffer.from(padded, 'latin1'))).toBe(150)
})
