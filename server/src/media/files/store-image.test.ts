import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { imageWidths } from '@camilan/contract/images'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '../../testing/make-user.ts'
import { useMedia } from '../../testing/media-folder.ts'
import { makePicture } from '../../testing/pictures.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { previewFile, widthFile } from './image-files.ts'

const shop = useTestDb()
const media = useMedia(shop)
const store = (bytes: Buffer) => storePicture(media.media, bytes)

async function stored(name: string) {
  const content = await media.store.get(name)
  if (!content) throw new Error(`${name} was not stored`)
  return { content, metadata: await sharp(content).metadata() }
}

describe('stored files', () => {
  test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'a %s is stored in every width without enlarging it',
    async (format) => {
      const hash = await store(await makePicture({ format, width: 700, height: 350 }))
      expect(hash).toMatch(/^[0-9a-f]{32}$/)
      for (const width of imageWidths) {
        const { metadata } = await stored(widthFile(hash, width))
        expect([metadata.format, metadata.width]).toEqual(['webp', Math.min(width, 700)])
      }
    },
  )

  test('the preview is a JPEG of at most 300 KB, even of a picture full of noise', async () => {
    const hash = await store(await makePicture({ format: 'webp', width: 1200, height: 630 }))
    const { content, metadata } = await stored(previewFile(hash))
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['jpeg', 1200, 630])
    expect(content.length).toBeLessThanOrEqual(300_000)
  })

  test('transparent parts have the background colour of the shop in the preview', async () => {
    const clear = sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } })
    const { content } = await stored(previewFile(await store(await clear.png().toBuffer())))
    const { data } = await sharp(content)
      .extract({ left: 600, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [red = 0, green = 0, blue = 0] = data
    expect(Math.abs(red - 0xff) + Math.abs(green - 0xf8) + Math.abs(blue - 0xec)).toBeLessThan(9)
  })

  test('a photo taken sideways is turned upright, and its metadata is removed', async () => {
    const photo = sharp(await makePicture({ format: 'jpeg', orientation: 6 }))
      .keepMetadata()
      .withExifMerge({ IFD3: { GPSLatitude: '6/1 12/1 0/1' } })
    const bytes = await photo.jpeg().toBuffer()
    expect((await sharp(bytes).metadata()).exif?.length).toBeGreaterThan(0)
    const hash = await store(bytes)
    for (const name of [widthFile(hash, 640), previewFile(hash)]) {
      const { metadata } = await stored(name)
      expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined])
    }
    const { metadata } = await stored(widthFile(hash, 640))
    expect([metadata.width, metadata.height]).toEqual([300, 400])
  })

  test('only the first frame of an animation is used', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 50, height: 50, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const hash = await store(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    )
    const { content, metadata } = await stored(widthFile(hash, 160))
    expect([metadata.pages ?? 1, metadata.height]).toEqual([1, 50])
    const [red = 0, , blue = 0] = await sharp(content).raw().toBuffer()
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeLessThan(50)
  })

  test('a very tall picture is reduced to a size that WebP allows', async () => {
    const hash = await store(await makePicture({ format: 'png', width: 20, height: 20_000 }))
    expect((await stored(widthFile(hash, 1600))).metadata.height).toBe(3200)
  })

  test('the same bytes give the same hash, and no file is written twice', async () => {
    const bytes = await makePicture({ format: 'jpeg', width: 123 })
    const hash = await store(bytes)
    const file = path.join(media.folder, widthFile(hash, 160))
    const first = await stat(file)
    expect(await store(bytes)).toBe(hash)
    expect((await stat(file)).ino).toBe(first.ino)
  })

  test('a picture with missing files, as after a crash, is stored again', async () => {
    const bytes = await makePicture({ format: 'jpeg', width: 124 })
    const missing = previewFile(await store(bytes))
    await rm(path.join(media.folder, missing))
    await store(bytes)
    expect(await media.store.has(missing)).toBe(true)
  })

  const colors = [...[0x77, 0x99, 0x99], ...[0x77, 0xcc, 0x44], ...[0x66, 0xaa, 0xee]]
  const withAlpha = (alpha: number) => [0, 3, 6].flatMap((start) => [...colors.slice(start, start + 3), alpha])
  test.each([
    ['a picture', colors, '7997c46ae'],
    ['a picture without colours', [0x77, 0x99, 0xcc], '777999ccc'],
    ['a picture with an opaque alpha channel', withAlpha(255), '7997c46ae'],
    ['a picture with transparent parts, behind which they would stay', withAlpha(128), ''],
    ['the same without colours', [0x77, 255, 0x99, 255, 0xcc, 254], ''],
    ["a customer's photo", [...colors.slice(3), 0, 0, 0], null],
  ])('the colours of its thirds are stored with the files: %s', async (name, pixels, stored) => {
    const channels = (pixels.length / 3) as 1 | 2 | 3 | 4
    const { id } = await makeUser(shop.db)
    const bytes = await sharp(Buffer.from(pixels), { raw: { width: 1, height: 3, channels } })
      .png()
      .toBuffer()
    const hash = await storePicture(media.media, bytes, { id, isAdmin: !name.includes('customer') })
    expect(await shop.db.selectFrom('images').select('colors').where('hash', '=', hash).execute()).toEqual([
      { colors: stored },
    ])
  })

  test('a picture of 40 megapixels is stored', async () => {
    const hash = await store(blackPng(8_000, 5_000))
    expect((await stored(widthFile(hash, 160))).metadata.height).toBe(100)
  })
})

describe('refused files', () => {
  let before: string[]
  beforeAll(async () => {
    before = await readdir(media.folder)
  })

  const refusal = async (bytes: Buffer) => {
    const error: unknown = await store(bytes).then(
      () => 'accepted',
      (reason: unknown) => reason,
    )
    expect(await readdir(media.folder)).toEqual(before)
    return error
  }

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a TIFF', 'II*\0\x08\0\0\0'],
    ['a WAV', 'RIFF\x24\0\0\0WAVEfmt '],
    ['an unknown version of GIF', 'GIF88a\x01\0\x01\0'],
    ['an empty file', ''],
  ])('%s is refused by its bytes', async (_, content) => {
    expect(await refusal(Buffer.from(content, 'latin1'))).toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
      message: 'unsupported',
    })
  })

  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('a truncated %s is refused', async (format) => {
    const whole = await makePicture({ format })
    for (const share of [0.02, 0.5, 0.95]) {
      const part = whole.subarray(0, Math.floor(whole.length * share))
      expect(await refusal(part)).toMatchObject({ code: 'VALIDATION', fields: { image: expect.any(String) } })
    }
  })

  test.each(['GIF89a/*<svg/onload=alert(1)>*/=1;alert(2)', '\xff\xd8\xff=1;alert(2)'])(
    'a script that begins like a picture is refused',
    async (content) => {
      expect(await refusal(Buffer.from(content, 'latin1'))).toMatchObject({ code: 'VALIDATION' })
    },
  )

  const tooLarge = { fields: { image: 'Resolusi gambar terlalu besar. Maksimal 40 megapiksel.' } }

  test('more than 40 megapixels are refused', async () => {
    expect(await refusal(blackPng(8_001, 5_000))).toMatchObject(tooLarge)
  })

  test('a picture that is too large is refused by its header, before it is decoded', async () => {
    // These pixels can't be decoded: a decoder would report an unreadable picture.
    expect(await refusal(png(30_000, 30_000, Buffer.from('no pixels')))).toMatchObject(tooLarge)
    expect(await refusal(png(300, 300, Buffer.from('no pixels')))).not.toMatchObject(tooLarge)
  })
})

/** One bit per pixel, all of them black. */
function blackPng(width: number, height: number): Buffer {
  return png(width, height, deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 }))
}

/** A picture of one bit per pixel (PNG specification, §11.2). */
function png(width: number, height: number, pixels: Buffer): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    const typed = Buffer.concat([Buffer.from(type), data])
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(typed))
    return Buffer.concat([length, typed, check])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}
