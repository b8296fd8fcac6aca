/** The parts of a hamper: other products, which it sells together. */
import * as z from 'zod/mini'
import { orBlank } from './fields.ts'

export const maxParts = 20
export const maxPartQuantity = 1_000

export const partSentences = {
  unreadable: 'Isi hampers tidak bisa dibaca.',
  quantity: `Jumlah isi hampers 1 sampai ${maxPartQuantity.toLocaleString('id-ID')}.`,
  most: `Isi hampers paling banyak ${maxParts} produk.`,
  twice: 'Produk ini sudah menjadi isi hampers. Ubah jumlahnya.',
  unknown: 'Ada isi hampers yang sudah tidak dijual. Keluarkan dari isi hampers.',
  nested: 'Isi hampers tidak boleh hampers lain.',
  used: 'Produk ini isi hampers lain, jadi tidak bisa menjadi hampers.',
  stock: 'Stok hampers mengikuti isinya. Ubah stok isinya.',
  count: 'Isi stoknya: produk ini bukan hampers lagi.',
} as const

export const Part = z.object({
  product_id: z.guid(partSentences.unknown),
  /** In one hamper. */
  quantity: z
    .int(partSentences.quantity)
    .check(z.minimum(1, partSentences.quantity), z.maximum(maxPartQuantity, partSentences.quantity)),
})
export type Part = z.infer<typeof Part>

const Parts = z.array(Part, partSentences.unreadable).check(
  z.maxLength(maxParts, partSentences.most),
  z.refine((parts) => new Set(parts.map(idOf)).size === parts.length, partSentences.twice),
)

const idOf = ({ product_id }: Part) => product_id.toLowerCase()

/** As a product has them stored: `<id>:<quantity>`, separated by spaces. */
export const partsText = (parts: readonly Part[]): string | null =>
  parts.map((part) => `${idOf(part)}:${part.quantity}`).join(' ') || null

export const partsIn = (text: string | null): Part[] =>
  (text?.split(' ') ?? []).map((part) => {
    const [product_id = '', quantity] = part.split(':')
    return { product_id, quantity: Number(quantity) }
  })

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A field of a form: the parts as JSON. An empty list makes it an ordinary product, an empty field keeps what is there. */
export const PartsField = orBlank(
  z.pipe(
    z.string(partSentences.unreadable),
    z.pipe(
      z.transform(readJson),
      z.pipe(
        Parts,
        z.transform((parts: Part[]) => partsText(parts)),
      ),
    ),
  ),
)
