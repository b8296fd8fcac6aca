import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { useMedia } from '../testing/media-folder.ts'
import { useTestDb } from '../testing/test-db.ts'
import { type MediaStore, openMediaStore } from './media-store.ts'
import { mediaRoutes } from './routes.ts'

const media = useMedia(useTestDb())

test('a file that a crash left half-written is removed at the next start, one that is being written is not', async () => {
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
  const store = { get: () => Promise.reject(failure) } as unknown as MediaStore
  const app = fastify()
  app.register(mediaRoutes(store))
  const answer = await app.inject(`/media/${'0'.repeat(32)}-640.webp`)
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
  await app.close()
})
