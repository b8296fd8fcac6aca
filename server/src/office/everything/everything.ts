/** 'Unduh semua': what a seller takes along who leaves, in files that any program reads. */
import { Readable } from 'node:stream'
import { imageWidths } from '@camilan/contract/images'
import { OrdersExport } from '@camilan/contract/orders'
import { stringify } from 'csv-stringify'
import yazl from 'yazl'
import { widthFile } from '../../media/files/image-files.ts'
import type { MediaStore } from '../../media/files/media-store.ts'
import { exportOrders } from '../../orders/export/export-orders.ts'
import { csvOptions } from '../../platform/csv/write-csv.ts'
import type { Db } from '../../platform/db/db.ts'
import { exportProducts } from '../../products/many/products-csv.ts'

interface EverythingDeps {
  db: Db
  store: MediaStore
  delimiter: string
  now: Date
}

/**
 * Products, orders, their lines and customers as CSV, and the largest file of each picture of a product, as a zip. One file is
 * read after the other as the client takes them, so that memory holds one picture at most.
 */
export async function zipEverything({ db, store, delimiter, now }: EverythingDeps): Promise<Readable> {
  const zip = new yazl.ZipFile()
  const content = zip.outputStream as Readable
  // The download fails, instead of ending as a shorter file.
  zip.on('error', (error) => content.destroy(error))
  const add = (name: string, open: () => Promise<Readable> | Readable) =>
    zip.addReadStreamLazy(name, (done) => {
      Promise.resolve()
        .then(open)
        .then(
          (stream) => done(null, stream),
          (error) => done(error, Readable.from([])),
        )
    })
  add('produk.csv', async () => Readable.from([await exportProducts(db, { delimiter, form: 'labels' }, now)]))
  add('pesanan.csv', () => exportOrders(db, OrdersExport.parse({}), delimiter))
  add('isi-pesanan.csv', () => exportOrders(db, OrdersExport.parse({ per: 'line' }), delimiter))
  add('pembeli.csv', () => exportCustomers(db, delimiter))
  const stored = new Set(await store.list())
  const pictures = await picturesOf(db, stored)
  addPictures(zip, pictures, store).then(
    () => zip.end(),
    (error) => content.destroy(error),
  )
  return content
}

/** One after the other, because a picture that is lost meanwhile has no entry. */
async function addPictures(zip: yazl.ZipFile, pictures: readonly Picture[], store: MediaStore): Promise<void> {
  for (const { name, file } of pictures) {
    const bytes = await store.get(file)
    if (!bytes) continue
    await new Promise<void>((resolve) => {
      zip.addReadStreamLazy(name, { compress: false }, (done) => {
        done(null, Readable.from([bytes]).once('close', resolve))
      })
    })
  }
}

interface Picture {
  name: string
  file: string
}

const columns = ['Nama', 'Email', 'Nomor Telepon', 'Jenis Kelamin', 'Alamat', 'Terdaftar'] as const
const batchSize = 1_000

function exportCustomers(db: Db, delimiter: string): Readable {
  const csv = stringify({ ...csvOptions(delimiter), header: true, columns: [...columns] })
  return Readable.from(customers(db)).compose(csv) as Readable
}

async function* customers(db: Db) {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'phone', 'gender', 'address', 'created_at'])
      .where('role', '=', 'customer')
      .$if(after !== '', (users) => users.where('id', '>', after))
      .orderBy('id')
      .limit(batchSize)
      .execute()
    for (const { name, email, phone, gender, address, created_at } of rows) {
      yield [name, email, phone, gender, address, created_at]
    }
    if (rows.length < batchSize) return
    after = rows.at(-1)?.id ?? ''
  }
}

const widest = imageWidths.toSorted((a, b) => b - a)

/** `gambar/Sagu Keju (1f0c2d3e)-1.webp`: names need not be unique, ids are. */
async function picturesOf(db: Db, stored: ReadonlySet<string>): Promise<Picture[]> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'image', 'more_images'])
    .where('archived_at', 'is', null)
    .orderBy('name_key')
    .orderBy('id')
    .execute()
  return products.flatMap(({ id, name, image, more_images }) =>
    [image ?? [], more_images].flat().flatMap((hash, index) => {
      const file = widest.map((width) => widthFile(hash, width)).find((one) => stored.has(one))
      return file === undefined ? [] : { name: `gambar/${fileName(name)} (${id.slice(0, 8)})-${index + 1}.webp`, file }
    }),
  )
}

/** What no system refuses in a name. */
const fileName = (name: string) =>
  name
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .slice(0, 60)
    .trim() || 'produk'
