import { NotFound, ShopError } from '../platform/errors.ts'

export class ProductNotFound extends NotFound {
  constructor() {
    super('Produk tidak ditemukan')
  }
}

/** The product was deleted too long ago: its pictures may be gone. */
export class RestoredTooLate extends NotFound {
  constructor() {
    super('Produk ini sudah dihapus lebih dari 24 jam yang lalu dan tidak dapat dikembalikan lagi.')
  }
}

/** The stock is no longer the number that the administrator's form expected; `stock` is the number now. */
export class StockChanged extends ShopError<'STOCK_CHANGED'> {
  constructor(stock: number) {
    super('STOCK_CHANGED', {
      sentence: `Stok sudah berubah menjadi ${stock.toLocaleString('id-ID')}. Periksa jumlahnya sebelum menyimpan lagi.`,
      data: { stock },
    })
  }
}

export interface ShortLine {
  product_id: string
  name: string
  /** The number that is left. */
  stock: number
}

const sentenceOf = ({ name, stock }: ShortLine) => (stock === 0 ? `${name} sudah habis` : `${name} tinggal ${stock}`)

/** Lists every product whose stock is less than the requested quantity. */
export class OutOfStock extends ShopError<'OUT_OF_STOCK'> {
  constructor(lines: readonly ShortLine[]) {
    super('OUT_OF_STOCK', {
      sentence: `Stok tidak mencukupi: ${lines.map(sentenceOf).join(', ')}.`,
      data: lines,
    })
  }
}
