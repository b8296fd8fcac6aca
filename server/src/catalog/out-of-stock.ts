import { ShopError } from '../platform/errors.ts'

export interface ShortLine {
  product_id: string
  name: string
  /** What is left. */
  stock: number
}

const say = ({ name, stock }: ShortLine) => (stock === 0 ? `${name} sudah habis` : `${name} tinggal ${stock}`)

/** Names every product of which less is left than was asked for. */
export class OutOfStock extends ShopError<'OUT_OF_STOCK'> {
  constructor(lines: readonly ShortLine[]) {
    super('OUT_OF_STOCK', {
      sentence: `Stok tidak mencukupi: ${lines.map(say).join(', ')}.`,
      data: lines,
    })
  }
}
