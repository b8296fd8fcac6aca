/** The disk under the data folder is full: uploads are 503 and leave no half-written file, and all works again after. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeAdmin } from '../../server/src/testing/make-user.ts'
import { multipartBody } from '../../server/src/testing/multipart-body.ts'
import { makePicture } from '../../server/src/testing/pictures.ts'
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
  let stopped: Promise<number | null> | undefined
  const stop = () => (stopped ??= shop.stop()) // the folder can't be unmounted before
  onTestFinished(async () => void (await stop()))
  const admin = await makeAdmin(database.db)
  const upload = async (width: number) => {
    const image = await makePicture({ format: 'jpeg', width, height: width })
    const fields = {
      name: 'Keripik',
      price: '20000',
      stock: '5',
      category: 'MAKANAN_RINGAN',
      packaging: 'BAL',
      weight: 'KG_1',
    }
    const { payload, headers } = await multipartBody({
      ...fields,
      description: 'Renyah.',
      image: new File([new Uint8Array(image)], 'keripik.jpg'),
    })
    const response = await fetch(`${shop.origin}/api/admin/products`, {
      method: 'POST',
      body: new Uint8Array(payload),
      headers: { ...headers, ...admin.headers },
    })
    const { code } = (await response.json()) as { code?: string }
    return { status: response.status, code }
  }
  const ready = async () => (await fetch(`${shop.origin}/readyz`)).status
  const media = path.join(folder, 'media')

  expect((await upload(800)).status).toBe(201)
  expect(await ready()).toBe(200)
  const before = await readdir(media)

  const { bavail, bsize } = await statfs(folder)
  await writeFile(path.join(folder, 'filler'), Buffer.alloc((bavail - 1) * bsize))
  expect(await ready()).toBe(503)
  expect(await upload(900)).toEqual({ status: 503, code: 'UNAVAILABLE' })
  expect((await readdir(media)).filter((name) => name.startsWith('.'))).toEqual([])
  expect((await fetch(`${shop.origin}/api/products`)).status).toBe(200)
  expect((await fetch(`${shop.origin}/media/${before[0]}`)).status).toBe(200)

  await rm(path.join(folder, 'filler'))
  expect((await upload(900)).status).toBe(201)
  expect(await stop()).toBe(0)
})
