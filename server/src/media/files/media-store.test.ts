import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { useMedia } from '../../testing/media-folder.ts'
import { useS3 } from '../../testing/s3-server.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { mediaRoutes } from '../routes.ts'
import { movePictures } from '../stores/move-pictures.ts'
import { openS3Store } from '../stores/s3-store.ts'
import { type MediaStore, openMediaStore } from './media-store.ts'

const media = useMedia(useTestDb())
const s3 = useS3()

async function openFiles(): Promise<MediaStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return openMediaStore(folder)
}
/** It lists ten names at a time, a real service a thousand. */
const openS3 = async () => openS3Store(s3.settings(), { namesPerPage: 10 })
const nameOf = (number: number) => `${number.toString(16).padStart(32, '0')}-640.webp`

describe.each([
  ['in a folder', openFiles],
  ['on S3', openS3],
])('a store %s', (_where, open) => {
  let store: MediaStore
  beforeEach(async () => {
    store = await open()
  })

  test('returns the stored bytes, and nothing for other names', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 0, 1])
    await store.put('a.webp', bytes)
    expect(await store.get('a.webp')).toEqual(bytes)
    expect(await store.has('a.webp')).toBe(true)
    expect(await store.get('b.webp')).toBeUndefined()
    expect(await store.has('b.webp')).toBe(false)
  })

  test('stores a part of a buffer, and a large file', async () => {
    const whole = Buffer.alloc(3_000_000, 7)
    await store.put('part.webp', whole.subarray(10, 15))
    await store.put('large.webp', whole)
    expect(await store.get('part.webp')).toEqual(Buffer.alloc(5, 7))
    expect((await store.get('large.webp'))?.equals(whole)).toBe(true)
  })

  test('keeps the first content of a file', async () => {
    await store.put('a.webp', Buffer.from('first'))
    await store.put('a.webp', Buffer.from('second'))
    expect(String(await store.get('a.webp'))).toBe('first')
  })

  test('removes a file, also one that it does not have', async () => {
    await store.put('a.webp', Buffer.from('a'))
    await store.remove('a.webp')
    await store.remove('a.webp')
    expect(await store.has('a.webp')).toBe(false)
    expect(await store.list()).toEqual([])
  })

  test('stores the same file several times at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => store.put('a.webp', Buffer.from('a'))))
    expect(await store.list()).toEqual(['a.webp'])
  })

  test('lists all of its files, however many', async () => {
    const names = Array.from({ length: 25 }, (_, number) => nameOf(number))
    for (const name of names) await store.put(name, Buffer.from(name))
    expect((await store.list()).sort()).toEqual(names)
  })

  test('reports that it can be used', () => expect(store.check()).resolves.toBeUndefined())
})

test("two stores in one bucket with different prefixes don't see each other's files", async () => {
  const settings = s3.settings()
  const [outer, inner] = [openS3Store(settings), openS3Store({ ...settings, prefix: `${settings.prefix}inner/` })]
  await outer.put('a.webp', Buffer.from('a'))
  await inner.put('b.webp', Buffer.from('b'))
  expect(await outer.list()).toEqual(['a.webp'])
  expect(await inner.list()).toEqual(['b.webp'])
})

describe.each([
  ['from files to S3', openFiles, openS3],
  ['from S3 to files', openS3, openFiles],
])('all pictures are copied %s', (_way, openSource, openTarget) => {
  const names = Array.from({ length: 30 }, (_, number) => nameOf(number))
  async function open() {
    const [from, to] = [await openSource(), await openTarget()]
    for (const name of names) await from.put(name, Buffer.from(`picture ${name}`))
    await from.put('process-0123', Buffer.from('no picture'))
    return { from, to }
  }
  const contents = (store: MediaStore) => Promise.all(names.map(async (name) => String(await store.get(name))))

  test('a second copy writes nothing', async () => {
    const { from, to } = await open()
    expect(await movePictures({ from, to })).toMatchObject({ copied: 30, there: 0, gone: 0 })
    expect(await movePictures({ from, to })).toMatchObject({ copied: 0, there: 30, gone: 0 })
    expect((await to.list()).sort()).toEqual(names)
    expect(await contents(to)).toEqual(await contents(from))
    expect((await from.list()).length).toBe(31)
  })

  test('a copy continues after an interruption', async () => {
    const { from, to } = await open()
    const stop = new AbortController()
    const onProgress = ({ done }: { done: number }) => done === 10 && stop.abort()
    const first = await movePictures({ from, to, onProgress, signal: stop.signal })
    expect(first.copied).toBeGreaterThanOrEqual(10)
    expect(first.copied).toBeLessThan(30)
    expect(await movePictures({ from, to })).toMatchObject({ copied: 30 - first.copied, there: first.copied })
    expect(await contents(to)).toEqual(await contents(from))
  })

  test('a copy replaces a different file at the target', async () => {
    const { from, to } = await open()
    await to.put(nameOf(3), Buffer.from('half of it'))
    expect(await movePictures({ from, to })).toMatchObject({ copied: 30, there: 0 })
    expect(await contents(to)).toEqual(await contents(from))
  })

  test('a copy fails if the target returns other bytes than it was given', async () => {
    const { from, to } = await open()
    const damaging: MediaStore = { ...to, put: (name) => to.put(name, Buffer.from('something else')) }
    await expect(movePictures({ from, to: damaging })).rejects.toThrow(/was read back differently/)
  })
})

test('a start removes a file that a crash left half-written, but not a file that is being written', async () => {
  const abandoned = path.join(media.folder, '.a.webp.0123456789ab')
  await writeFile(abandoned, 'half')
  const old = new Date(Date.now() - 2 * 3_600_000)
  await utimes(abandoned, old, old)
  await writeFile(path.join(media.folder, '.b.webp.0123456789ab'), 'half')
  await writeFile(path.join(media.folder, 'c.webp'), 'whole')
  await openMediaStore(media.folder)
  expect((await readdir(media.folder)).sort()).toEqual(['.b.webp.0123456789ab', 'c.webp'])
})

test('a file that could be written only in part, as on a full disk, is removed at once', async () => {
  const before = await readdir(media.folder)
  async function* half() {
    yield Buffer.from('half')
    throw new Error('no space left on device')
  }
  await expect(media.store.put('d.webp', half() as unknown as Buffer)).rejects.toThrow('no space')
  expect(await readdir(media.folder)).toEqual(before)
})

test.each(['ENOSPC', 'EDQUOT'])('%s is 503 in the form of the API', async (code) => {
  const failure = Object.assign(new Error('no space left on device'), { code })
  const store = { read: () => Promise.reject(failure) } as unknown as MediaStore
  const app = fastify()
  app.register(mediaRoutes(store))
  const answer = await app.inject(`/media/${'0'.repeat(32)}-640.webp`)
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
  await app.close()
})
