/**
 * The disk under the data folder is full: uploads are 503 and leave no half-written file. With free space all works again.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeAdmin } from '../../server/src/testing/make-user.ts'
import { makePicture } from '../../server/src/testing/pictures.ts'
import { clientOf } from '../../server/src/testing/shop-client.ts'
import { startShopProcess } from '../../server/src/testing/shop-process.ts'
import { useTestDb } from '../../server/src/testing/test-db.ts'

const database = useTestDb()
const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'))
const mounted = tryToMount()

function tryToMount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

afterAll(() => {
  if (mounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true })
})

test.skipIf(!mounted)('a full disk (needs the right to mount a tmpfs)', { timeout: 120_000 }, async () => {
  const shop = await startShopProcess(database.connection, { DATA_DIR: folder })
  onTestFinished(async () => void (await shop.kill()))
  const { ask } = clientOf(await makeAdmin(database.db), shop.origin)
  const status = async (path: string) => (await fetch(shop.origin + path)).status
  const upload = async (width: number) => {
    const image = new Blob([new Uint8Array(await makePicture({ format: 'jpeg', width, height: width }))])
    const { status, body } = await ask('PUT', '/admin/users/me', { form: { image } })
    return { status, code: body.code }
  }
  const media = path.join(folder, 'media')
  expect([(await upload(800)).status, await status('/readyz')]).toEqual([200, 200])
  const [stored] = await readdir(media)

  const { bavail, bsize } = await statfs(folder)
  await writeFile(path.join(folder, 'filler'), Buffer.alloc((bavail - 1) * bsize))
  expect(await status('/readyz')).toBe(503)
  expect(await upload(900)).toEqual({ status: 503, code: 'UNAVAILABLE' })
  expect((await readdir(media)).filter((name) => name.startsWith('.'))).toEqual([])
  expect([await status('/api/products'), await status(`/media/${stored}`)]).toEqual([200, 200])

  await rm(path.join(folder, 'filler'))
  expect((await upload(900)).status).toBe(200)
  expect(await shop.stop()).toBe(0)
})
