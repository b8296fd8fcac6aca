import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { encoderProcesses } from '../../testing/encoder-processes.ts'
import { makeUser } from '../../testing/make-user.ts'
import { useMedia } from '../../testing/media-folder.ts'
import { makeManyScans, makePicture } from '../../testing/pictures.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { useTestDb } from '../../testing/test-db.ts'
import { type Media, openMedia } from '../open-media.ts'
import { encoderLimits } from './open-encoder.ts'

const soon = { timeout: 10_000, interval: 20 }

const shop = useTestDb()
const pictures = useMedia(shop)
const tooExpensive = { code: 'VALIDATION', fields: { image: expect.stringContaining('terlalu rumit') } }

/** An encoder that accepts any number of scans, so that its processes reach their limits. */
async function openUnguarded(limits: Partial<typeof encoderLimits> = {}): Promise<Media> {
  const media = await openMedia({
    dataDir: pictures.dataDir,
    db: shop.db,
    clock: () => new Date(),
    uploadsPerCustomer: 100,
    maxScans: Number.POSITIVE_INFINITY,
    encoderLimits: { ...encoderLimits, ...limits },
  })
  onTestFinished(() => media.close())
  return media
}

/** Decoding it would take minutes. */
let endless: Buffer
beforeAll(async () => {
  endless = await makeManyScans({ side: 2_000, scans: 70_000 })
})

const customer = async () => ({ id: (await makeUser(shop.db)).id, isAdmin: false })
/** The encoder processes of this test file. */
const running = () => encoderProcesses(process.pid)

describe('a progressive JPEG', () => {
  test('with 70,000 scans is refused in less than a second, without being decoded', async () => {
    const startedAt = performance.now()
    await expect(storePicture(pictures.media, endless)).rejects.toMatchObject(tooExpensive)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  test('with 100 scans is stored, with 101 it is refused', async () => {
    expect(await storePicture(pictures.media, await makeManyScans({ side: 60, scans: 100 }))).toMatch(/^[0-9a-f]{32}$/)
    const more = makeManyScans({ side: 60, scans: 101 })
    await expect(storePicture(pictures.media, await more)).rejects.toMatchObject(tooExpensive)
  })
})

describe('the process that decodes', () => {
  test('is killed when it has taken too much CPU time, and the next picture is stored', async () => {
    const media = await openUnguarded({ cpuMs: 1_000 })
    await expect(storePicture(media, endless)).rejects.toMatchObject(tooExpensive)
    expect(await running()).toEqual([])
    expect(await storePicture(media, await makePicture({ width: 50 }))).toMatch(/^[0-9a-f]{32}$/)
  })

  test('is killed when it has taken too much memory, and the next picture is stored', async () => {
    const media = await openUnguarded({ memoryBytes: 160_000_000 })
    const large = await makeManyScans({ side: 6_000, scans: 400 })
    await expect(storePicture(media, large)).rejects.toMatchObject(tooExpensive)
    expect(await storePicture(media, await makePicture({ width: 51 }))).toMatch(/^[0-9a-f]{32}$/)
  })

  test('does not blame the picture if it gets no CPU time or is ended from outside: UNAVAILABLE', async () => {
    const slow = await openUnguarded({ wallMs: 1_000 })
    await expect(storePicture(slow, endless)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const media = await openUnguarded()
    const upload = expect(storePicture(media, endless)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect.poll(running, soon).toHaveLength(1)
    for (const pid of await running()) process.kill(pid, 'SIGTERM')
    await upload
  })

  test.runIf(process.platform === 'linux')('gets no secrets from the environment', async () => {
    process.env.MIDTRANS_SERVER_KEY = 'rahasia'
    onTestFinished(() => void delete process.env.MIDTRANS_SERVER_KEY)
    const media = await openUnguarded({ graceMs: 0 })
    const upload = storePicture(media, endless).catch((error: unknown) => error)
    await expect.poll(running, soon).toHaveLength(1)
    const [pid] = await running()
    expect(await readFile(`/proc/${pid}/environ`, 'latin1')).not.toContain('rahasia')
    await media.close()
    await upload
  })
})

test('a process that decodes ends when its server is killed', async () => {
  const picture = path.join(pictures.dataDir, 'endless.jpg')
  await writeFile(picture, endless)
  const program = `
    import { open } from 'node:fs/promises'
    import { openEncoder } from '${path.join(import.meta.dirname, 'open-encoder.ts')}'
    await openEncoder().encode(await open('${picture}'))`
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
  const { pid = 0 } = server
  await expect.poll(() => encoderProcesses(pid), soon).toHaveLength(1)
  const [encoder] = await encoderProcesses(pid)
  server.kill('SIGKILL')
  await expect.poll(() => encoderProcesses(), soon).not.toContain(encoder)
})

describe('places', () => {
  test('a picture of the seller is stored while those of customers never end', async () => {
    const media = await openUnguarded({ graceMs: 0 })
    const attacks = [await customer(), await customer(), await customer()].map((by) =>
      storePicture(media, endless, by).catch((error: unknown) => error),
    )
    await expect.poll(running, soon).toHaveLength(1)
    expect(await storePicture(media, await makePicture({ width: 52 }))).toMatch(/^[0-9a-f]{32}$/)
    await media.close()
    for (const refusal of await Promise.all(attacks)) expect(refusal).toMatchObject({ code: 'UNAVAILABLE' })
  })

  test('a customer has one place at a time, and at most one picture that waits', async () => {
    const media = await openUnguarded({ cpuMs: 700 })
    const by = await customer()
    const uploads = [1, 2, 3].map(() => storePicture(media, endless, by))
    const outcomes = await Promise.allSettled(uploads)
    const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)
    expect(codes.toSorted()).toEqual(['UNAVAILABLE', 'VALIDATION', 'VALIDATION'])
  })
})

test('closing refuses pictures that wait, and ends running decoders within its time', async () => {
  const media = await openUnguarded()
  const uploads = [await customer(), await customer()].map((by) => storePicture(media, endless, by))
  const outcomes = Promise.allSettled(uploads)
  await expect.poll(running, soon).toHaveLength(1)
  const startedAt = performance.now()
  await media.close()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: 'UNAVAILABLE' } })
  expect(await running()).toEqual([])
})

test('an upload has no name in its folder, so no file remains of it', async () => {
  const upload = await pictures.media.openUpload()
  await upload.write(Buffer.alloc(1000), 0, 1000, 0)
  expect(await readdir(`${pictures.dataDir}/uploads`)).toEqual([])
  await upload.close()
})
