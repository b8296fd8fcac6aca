import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openFiles } from '../src/media/stores/open-store.ts'
import { openS3Store } from '../src/media/stores/s3-store.ts'
import { environmentOf, useS3 } from '../src/testing/s3-server.ts'
import { programEnvironment } from '../src/testing/shop-process.ts'

const s3 = useS3()
const run = promisify(execFile)

/** The output and the exit code of the command. */
async function move(to: string[], environment: Record<string, string>) {
  const program = path.join(import.meta.dirname, 'move-media.ts')
  const env = { ...programEnvironment(), ...environment }
  const { stdout, stderr, code } = await run(process.execPath, [program, ...to], { env }).catch((error) => error)
  return { code: code ?? 0, stdout, stderr }
}
async function newFolder(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'move-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}
const names = Array.from({ length: 20 }, (_, number) => `${String(number).padStart(32, '0')}-640.webp`)

test('pictures are copied to S3 and into another folder, each is compared, and the source keeps its own', async () => {
  const settings = s3.settings()
  const [from, to] = [await newFolder(), await newFolder()]
  const files = await openFiles({ dataDir: from })
  for (const name of names) await files.put(name, Buffer.from(`picture ${name}`))

  const there = await move(['--to', 's3'], { DATA_DIR: from, ...environmentOf(settings) })
  expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining('Copied 20 files') })
  expect((await openS3Store(settings).list()).sort()).toEqual(names)
  expect((await readdir(path.join(from, 'media'))).sort()).toEqual(names)
  const again = await move(['--to', 's3'], { DATA_DIR: from, ...environmentOf(settings) })
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/Copied 0 files .*; 20 were there already/) })

  const back = await move(['--to', 'files'], { DATA_DIR: to, ...environmentOf(settings) })
  expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('Copied 20 files') })
  const copied = await openFiles({ dataDir: to })
  for (const name of names) expect(String(await copied.get(name))).toBe(`picture ${name}`)
})

test('a wrong command line, missing settings and a missing bucket are reported in one line', async () => {
  const dataDir = await newFolder()
  const settings = environmentOf(s3.settings())
  expect(await move([], { DATA_DIR: dataDir, ...settings })).toMatchObject({
    code: 1,
    stderr: 'Usage: npm run media:move -- --to s3|files\n',
  })
  expect((await move(['--to', 's3'], { DATA_DIR: dataDir })).stderr).toBe(
    'Set MEDIA_S3_* for this command: it needs both places.\n',
  )
  const wrong = await move(['--to', 's3'], { DATA_DIR: dataDir, ...settings, MEDIA_S3_BUCKET: 'tidak-ada' })
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toMatch(/^The S3 store at .* 404 NoSuchBucket .*\n$/)
})
