import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { makePicture } from '../../testing/pictures.ts'
import { storePicture } from '../../testing/store-picture.ts'
import { useOpened } from '../../testing/use-opened.ts'
import { zipEverything } from './everything.ts'

const shop = useShop()
const sari = useOpened(() => shop.onlyAdmin())

/** The files of the download, by a program that other people use, too. */
async function unzipped(bytes: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), 'camilan-zip-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'all.zip'), bytes)
  execFileSync('python3', ['-m', 'zipfile', '-e', 'all.zip', 'out'], { cwd: folder })
  return (name: string) => readFile(path.join(folder, 'out', name))
}

test('everything is downloaded as one zip, without formulas, by an administrator, and recorded once', async () => {
  const image = await storePicture(shop.media, await makePicture())
  const cookie = await shop.product({ name: '=Sagu/Keju', image })
  const ani = await shop.customer()
  await ani.ask('PUT', '/users/me', { form: { address: '=1+1' } })
  const order = await shop.paidOrder(ani)
  const { url } = (await sari.ask<{ url: string }>('POST', '/admin/everything')).body.data
  const [answer] = [await fetch(url), await fetch(url)]
  expect(answer.headers.get('content-disposition')).toMatch(/filename="toko-\d{4}-\d\d-\d\d\.zip"/)
  const read = await unzipped(new Uint8Array(await answer.arrayBuffer()))
  const table = async (name: string): Promise<string[][]> => parse(await read(name), { bom: true })
  expect((await table('produk.csv')).flat()).toContain("'=Sagu/Keju")
  expect((await table('pesanan.csv'))[1]?.[0]).toBe(order)
  expect((await table('isi-pesanan.csv')).length).toBeGreaterThan(1)
  expect(await table('pembeli.csv')).toContainEqual(expect.arrayContaining([ani.name, ani.email, "'=1+1"]))
  const picture = await read(`gambar/SaguKeju (${cookie.id.slice(0, 8)})-1.webp`)
  expect(picture.subarray(8, 12).toString()).toBe('WEBP')
  const { body } = await sari.ask<{ changes: { field: string }[] }[]>('GET', '/admin/settings/audit')
  const recorded = body.data.flatMap(({ changes }) => changes).filter(({ field }) => field === 'everything')
  expect(recorded).toHaveLength(1)
})

test('a picture that is lost meanwhile has no file', async () => {
  const [kept, lost] = [
    await storePicture(shop.media, await makePicture()),
    await storePicture(shop.media, await makePicture({ width: 500 })),
  ]
  const { id } = await shop.product({ name: 'Opak', image: kept })
  await shop.db
    .updateTable('products')
    .set({ more_images: [lost] })
    .where('id', '=', id)
    .execute()
  const { store } = shop.media
  const zip = await zipEverything({ db: shop.db, store, delimiter: ',', now: new Date() })
  for (const file of await store.list()) if (file.includes(lost)) await store.remove(file)
  const read = await unzipped(await buffer(zip))
  const name = (place: number) => `gambar/Opak (${id.slice(0, 8)})-${place}.webp`
  expect((await read(name(1))).length).toBeGreaterThan(0)
  await expect(read(name(2))).rejects.toThrow('ENOENT')
})

test('a ticket for another file is no ticket for everything', async () => {
  const { url } = (await sari.ask<{ url: string }>('POST', '/admin/orders/export')).body.data
  const ticket = url.split('/').at(-1)
  expect((await fetch(`${shop.origin}/api/admin/everything/${ticket}`)).status).toBe(404)
})
