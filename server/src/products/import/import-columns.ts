/** What the columns of a table of products may hold, and how they are guessed from their headings. */
import { createHash } from 'node:crypto'
import {
  ImportColumns,
  type ImportRole,
  importRoles,
  maxImportRows,
  pictureRoles,
} from '@camilan/contract/product-import'
import { cleanText } from '@camilan/contract/texts'
import { UuidPath } from '@camilan/contract/wire'
import { guessColumns, isHeadingOf, type RoleSigns } from '../../platform/csv/guess-columns.ts'
import type { TableKind } from '../../platform/csv/open-table.ts'
import { readAmount } from '../../platform/csv/read-amount.ts'
import type { Db } from '../../platform/db/db.ts'
import { columns as csvColumns } from '../many/csv-columns.ts'

const isAmount = (cell: string) => readAmount(cell) !== undefined
const isText = (cell: string) => /\p{L}/u.test(cell)
const isAny = () => true
const isUrl = (cell: string) => /^https?:\/\//i.test(cell)
const picture = '(foto|gambar|image|picture|photo)s?'

const signs: Partial<Record<ImportRole, RoleSigns>> = {
  name: {
    words: [/nama ?(produk|barang|item)|(product|item) ?name/, /^ ?(nama|name|judul|title|produk|product|barang) ?$/],
    fits: isText,
  },
  price: { words: [/harga( jual| satuan| awal)?( rp)? ?$|(selling |unit )?price/, /harga/], fits: isAmount },
  stock: { words: [/\b(stok|stock)\b/, /\b(qty|kuantitas|quantity|jumlah|sisa)\b/], fits: isAmount },
  category: { words: [/kategori|category/, /\b(jenis|etalase)\b/], fits: isText },
  packaging: { words: [/kemasan|packaging/, /bungkus/], fits: isText },
  weight: { words: [/^ ?(berat|weight)\b(?! bersih)/, /\b(ukuran|size|berat|weight|variasi|varian)\b/], fits: isAny },
  description: { words: [/deskripsi|description/, /keterangan|penjelasan/], fits: isText },
  id: { words: [/^ ?id ?$/], fits: (id) => UuidPath.safeParse({ id }).success, isTelling: true },
}

/** `Foto 2`, `image url 2`; the first also without a number. */
const pictureSigns = Object.fromEntries(
  pictureRoles.map((role, index): [ImportRole, RoleSigns] => {
    const numbered = new RegExp(`${picture}[a-z ]*\\b${index + 1}\\b`)
    const words = index === 0 ? [numbered, new RegExp(`${picture}|cover|sampul`)] : [numbered]
    return [role, { words, fits: isUrl }]
  }),
)

const spaced = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Other columns are named as in the shop's own file. */
const ownSigns = Object.fromEntries(
  importRoles.flatMap((role): [ImportRole, RoleSigns][] => {
    if (signs[role] || role.startsWith('image_')) return []
    const { heading, also = [] } = csvColumns[role as keyof typeof csvColumns]
    const names = [role, heading, ...also].map(spaced)
    return [[role, { words: [new RegExp(`^ ?(${names.join('|')}) ?$`)], fits: isAny }]]
  }),
)

const allSigns = { ...signs, ...pictureSigns, ...ownSigns } as Record<ImportRole, RoleSigns>

export const importTable: TableKind = {
  isHeading: isHeadingOf(allSigns),
  maxRows: maxImportRows,
  // The signs in front of texts are those of the shop's own file, and are read with its columns.
  read: (cell) =>
    cleanText(cell)
      .replace(/^="(.*)"$/s, '$1')
      .trim(),
  advice: {
    noTable: 'Pilih file CSV produk, atau tempel isi tabel beserta baris judulnya.',
    tooManyRows: 'Bagi menjadi beberapa file.',
  },
}

export const guessImportColumns = (headers: readonly string[], rows: readonly string[][]): ImportColumns =>
  guessColumns(allSigns, headers, rows)

export const hashOfHeaders = (headers: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(headers)).digest()

/** The columns that were assigned to these headers by the last import with them. */
export async function rememberedImportColumns(db: Db, headers: readonly string[]): Promise<ImportColumns | undefined> {
  const row = await db
    .selectFrom('product_imports')
    .select('columns')
    .where('headers_hash', '=', hashOfHeaders(headers))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ImportColumns.safeParse(row?.columns).data
}
