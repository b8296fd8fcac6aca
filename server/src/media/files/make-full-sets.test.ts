import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fullSetFormats, fullSetWidths, imageSrcSets, imageWidths, readLook } from '@camilan/contract/images'
import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openBroadcast } from '../../platform/events/broadcast.ts'
import { scheduleJob } from '../../platform/jobs/schedule-job.ts'
import { makeProduct } from '../../testing/make-product.ts'
import { makeUser } from '../../testing/make-user.ts'
import { useMedia } from '../../testing/media-folder.ts'
import { makePicture } from '../../testing/pictures.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { findBrokenFullSets, makeFullSets } from '../make-full-sets.ts'
import { type Media, openMedia } from '../open-media.ts'
import { mediaRoutes } from '../routes.ts'
import { fullSetTopic } from './full-sets.ts'
import { basicFiles, fullSetFile, fullSetFiles } from './image-files.ts'
import { imageUrlUnder } from './image-url.ts'

const soon = { timeout: 20_000, interval: 10 }
const running = () => new AbortController().signal
const silent = { error() {} }

const shop = useTestDb()
const pictures = useMedia(shop)
const app = fastify()
let changes = 0
let bytes: Buffer
let hash: string
let width = 30

beforeAll(async () => {
  app.register(mediaRoutes(pictures.store))
  const broadcast = openBroadcast(shop.connection, { warn() {} }, shop.db)
  broadcast.subscribe(fullSetTopic, pictures.media.fullSets)
  afterAll(() => broadcast.close())
})
afterAll(() => app.close())

beforeEach(async () => {
  await shop.db.deleteFrom('products').execute()
  bytes = await makePicture({ width: width++, height: 30 })
  hash = await storePicture(pictures.media, bytes)
  await makeProduct(shop.db, { image: hash })
  changes = 0
})

const deps = (media: Media = pictures.media) => ({
  db: shop.db,
  media,
  onChange: async () => {
    changes += 1
  },
})
const make = (media?: Media, signal = running()) => makeFullSets(deps(media), signal)
const stateOf = async (image = hash) =>
  (await shop.db.selectFrom('images').select('full_set').where('hash', '=', image).executeTakeFirst())?.full_set
const existing = async (image = hash) => {
  const names = fullSetFiles(image)
  const exist = await Promise.all(names.map((name) => pictures.store.has(name)))
  return names.filter((_, index) => exist[index])
}
const pictureOf = (image = hash) => {
  const { image: url, image_look: look } = imageUrlUnder('http://toko.test', pictures.media.fullSets).withLook(image)
  return { url: url ?? '', look, ...imageSrcSets(url ?? '', readLook(look).isFull) }
}

const threeStripes = (alpha: number, side = 60) => {
  const stripe = (r: number, g: number, b: number, top: number) => ({
    input: { create: { width: side, height: side / 3, channels: 4 as const, background: { r, g, b, alpha } } },
    top,
    left: 0,
  })
  const canvas = sharp({
    create: { width: side, height: side, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
  return canvas
    .composite([stripe(119, 153, 153, 0), stripe(119, 204, 68, side / 3), stripe(102, 170, 238, (2 * side) / 3)])
    .png()
    .toBuffer()
}

/** Another process on the same database and folder. It counts the files that it writes, by name. */
async function anotherMedia(written: string[] = []): Promise<Media> {
  const options = { dataDir: pictures.dataDir, db: shop.db, clock: () => new Date(), uploadsPerCustomer: 100 }
  const media = await openMedia(options)
  onTestFinished(() => media.close())
  const { put } = media.store
  media.store.put = (name, content) => {
    written.push(name)
    return put(name, content)
  }
  return media
}

/** Checks that every file that a page would name exists and has the type that the page says. */
async function expectAllToAnswer(): Promise<void> {
  const { url, webp = '', avif = '' } = pictureOf()
  for (const [type, srcSet] of [
    ['image/webp', `${url} 640w, ${webp}`],
    ['image/avif', avif],
  ] as const) {
    for (const candidate of srcSet.split(', ').filter(Boolean)) {
      const answer = await app.inject(new URL(candidate.split(' ')[0] ?? '').pathname)
      expect([candidate, answer.statusCode, answer.headers['content-type']]).toEqual([candidate, 200, type])
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  }
}

describe('a picture of a product', () => {
  test('has URLs that all answer: right after the upload, while its full set is made, and afterwards', async () => {
    await expectAllToAnswer()
    const before = pictureOf()
    expect(before).toMatchObject({
      look: expect.stringMatching(/^[0-9a-f]{9}$/),
      webp: expect.stringContaining(`-${imageWidths.at(-1)}.webp 1600w`),
    })

    let during = 0
    const { put } = pictures.store
    onTestFinished(() => void Object.assign(pictures.store, { put }))
    pictures.store.put = async (name, content) => {
      await put(name, content)
      await expectAllToAnswer()
      during += 1
    }
    await make()
    expect(during).toBe(fullSetWidths.length * fullSetFormats.length)

    const { url, look, webp, avif } = pictureOf()
    expect([url, look]).toEqual([before.url, `full:${before.look}`])
    for (const srcSet of [webp, avif]) expect(srcSet?.split(', ')).toHaveLength(fullSetWidths.length)
    await expectAllToAnswer()
    expect(changes).toBe(1)
  })

  test.each([
    ['high', { width: 300, height: 500 }, (width: number) => Math.min(width, 300)],
    [
      'wide, so that its square has the named width',
      { width: 400, height: 300 },
      (width: number) => Math.min(Math.round((width * 4) / 3), 400),
    ],
  ])('is not enlarged: %s', async (_, own, widthAt) => {
    hash = await storePicture(pictures.media, await makePicture(own))
    await makeProduct(shop.db, { image: hash })
    await make()
    for (const file of fullSetWidths.flatMap((width) => fullSetFormats.map((format) => ({ width, format })))) {
      const metadata = await sharp(await pictures.store.get(fullSetFile(hash, file))).metadata()
      expect([metadata.format, metadata.width]).toEqual([file.format === 'avif' ? 'heif' : 'webp', widthAt(file.width)])
    }
  })

  // Encoding has the lowest priority: on a busy machine it takes minutes.
  test('takes at most 20 kB in a list on a phone, even if it is full of noise', { timeout: 300_000 }, async () => {
    hash = await storePicture(pictures.media, await makePicture({ width: 480, height: 480 }))
    await makeProduct(shop.db, { image: hash })
    await make()
    for (const width of [160, 320, 480] as const) {
      const content = await pictures.store.get(fullSetFile(hash, { width, format: 'avif' }))
      expect(content?.length).toBeLessThanOrEqual(20_000)
    }
  })
})

test('a picture of a user gets no full set', async () => {
  const photo = await storePicture(pictures.media, await makePicture({ width: 90 }))
  await makeUser(shop.db, { image: photo })
  await make()
  expect(await existing(photo)).toEqual([])
  expect(await stateOf(photo)).toBeNull()
})

const columns = ['image', 'more_images'] as const
test.each(columns)('its colours are found where an earlier release has stored it: %s', async (column) => {
  const image = await storePicture(pictures.media, await threeStripes(1, column === 'image' ? 60 : 90))
  await makeProduct(shop.db, { [column]: column === 'image' ? image : [image] })
  await make()
  await shop.db.updateTable('images').set({ colors: null }).where('hash', '=', image).execute()
  await make()
  expect(pictureOf(image).look).toMatch(/^full:7997c[456]6a[de]$/)
})

test('a picture with transparent parts has none, because they would stay behind it', async () => {
  const image = await storePicture(pictures.media, await threeStripes(0.5))
  await makeProduct(shop.db, { image })
  await make()
  expect(pictureOf(image).look).toBe('full:')
})

test('two processes make the files of a picture once', async () => {
  const written: string[] = []
  const jobs = await Promise.all(
    [1, 2].map(async () => {
      const media = await anotherMedia(written)
      const task = (db: typeof shop.db, signal: AbortSignal) => makeFullSets({ ...deps(media), db }, signal)
      return scheduleJob({ name: 'full sets, twice', seconds: 60, task, db: shop.db, log: silent })
    }),
  )
  await expect.poll(() => stateOf(), soon).toBe('made')
  await Promise.all(jobs.map((job) => job.stop()))
  expect(written.toSorted()).toEqual(fullSetFiles(hash).toSorted())
  expect(changes).toBe(1)
})

test('another process names the full set as soon as it is made', async () => {
  const other = await anotherMedia()
  const connection = openBroadcast(shop.connection, { warn() {} })
  onTestFinished(() => connection.close())
  connection.subscribe(fullSetTopic, other.fullSets)
  await make()
  await expect.poll(() => other.fullSets.has(hash), soon).toBe(true)
  const third = await anotherMedia()
  expect(third.fullSets.has(hash)).toBe(false)
  await third.fullSets.load()
  expect(third.fullSets.has(hash)).toBe(true)
})

describe('an interrupted job', () => {
  test('continues with the missing files', async () => {
    await shop.db.deleteFrom('products').execute()
    // Large, so that its files come one after the other, not in one message.
    hash = await storePicture(pictures.media, await makePicture({ width: 600, height: 600 }))
    await makeProduct(shop.db, { image: hash })
    const media = await anotherMedia()
    const { put } = media.store
    let stored = 0
    media.store.put = async (name, content) => {
      await put(name, content)
      stored += 1
      if (stored === 3) void media.close()
    }
    await make(media)
    const before = await existing()
    expect(before.length).toBeGreaterThanOrEqual(3)
    expect(before.length).toBeLessThan(fullSetFiles(hash).length)
    expect(await stateOf()).toBeNull()
    expect(pictures.media.fullSets.has(hash)).toBe(false)
    const inodes = () => Promise.all(before.map(async (name) => (await stat(path.join(pictures.folder, name))).ino))
    const first = await inodes()
    await make()
    expect(await inodes()).toEqual(first)
    expect(await existing()).toEqual(fullSetFiles(hash))
    expect(await stateOf()).toBe('made')
  })

  test('ends soon after its signal', async () => {
    const stop = new AbortController()
    const media = await anotherMedia()
    media.store.put = async () => stop.abort()
    await make(media, stop.signal)
    expect(await stateOf()).toBeNull()
  })
})

test('an upload ends the encoding of the current file, and the job waits until it is stored', async () => {
  const events: string[] = []
  const media = await anotherMedia()
  const { encode, encodeFullSet } = media.encoder
  const other = await makePicture({ width: 77 })
  let upload: Promise<string> | undefined
  media.encoder.encode = async (file) => {
    events.push('upload begins')
    return encode(file).finally(() => events.push('upload ends'))
  }
  media.encoder.encodeFullSet = (work) => {
    events.push('job begins')
    upload ??= storePicture(media, other)
    return encodeFullSet(work).finally(() => events.push('job ends'))
  }
  await make(media)
  await upload
  expect(events).toEqual(['job begins', 'job ends', 'upload begins', 'upload ends', 'job begins', 'job ends'])
  expect(await existing()).toEqual(fullSetFiles(hash))
})

test('missing files, as after a restored backup, are found, not named, and made again', async () => {
  await make()
  const [missing = ''] = fullSetFiles(hash)
  await findBrokenFullSets(deps())
  expect(await stateOf()).toBe('made')
  const [, colors = ''] = /^full:(.+)/.exec(pictureOf().look ?? '') ?? []
  await rm(path.join(pictures.folder, missing))
  await findBrokenFullSets(deps())
  expect(pictureOf().look).toBe(colors)
  await expectAllToAnswer()
  await make()
  expect(await existing()).toContain(missing)
  expect(pictureOf().look).toBe(`full:${colors}`)
})

test('a picture without its basic files waits for its next upload', async () => {
  for (const name of basicFiles(hash)) await pictures.store.remove(name)
  await make()
  expect([await stateOf(), await existing()]).toEqual([null, []])
  await storePicture(pictures.media, bytes)
  await make()
  expect(await stateOf()).toBe('made')
})

test("a picture that can't be decoded keeps its basic files, is not tried again, and stops no other picture", async () => {
  const source = `${hash}-1600.webp`
  await pictures.store.remove(source)
  await pictures.store.put(source, Buffer.from('RIFF'))
  const other = await storePicture(pictures.media, await makePicture({ width: 78 }))
  await makeProduct(shop.db, { image: other })
  await make()
  expect([await stateOf(), await stateOf(other)]).toEqual(['impossible', 'made'])
  expect(pictureOf().look ?? '').not.toContain('full:')
  const written: string[] = []
  await make(await anotherMedia(written))
  expect(written).toEqual([])
})
