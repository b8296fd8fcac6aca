import { formatRupiah } from '@camilan/contract/formats'
import { NotFound, ShopError } from '../platform/errors.ts'

export class ProductNotFound extends NotFound {
  constructor() {
    super('Produk tidak ditemukan')
  }
}

/** The product was deleted too long ago: its pictures may be gone. */
export class RestoredTooLate extends NotFound {
  constructor() {
    super('Produk ini sudah dihapus lebih dari 24 jam yang lalu dan tidak bisa dikembalikan lagi.')
  }
}

/**
 * The product is not what the administrator's form expected. The error has the present numbers that differ, and for a form
 * that named a version the present values of its fields and their version.
 */
export class ProductChanged extends ShopError<'STOCK_CHANGED' | 'PRICE_CHANGED' | 'PRODUCT_CHANGED'> {
  constructor({ stock, price }: { stock?: number; price?: number }, present?: object | false) {
    const numbers = [
      ...(stock === undefined ? [] : [`Stok sudah berubah menjadi ${stock.toLocaleString('id-ID')}`]),
      ...(price === undefined
        ? []
        : [`${stock === undefined ? 'Harga sudah berubah' : 'harga'} menjadi ${formatRupiah(price)}`]),
    ]
    const what = numbers.length === 1 && stock !== undefined ? 'Periksa jumlahnya' : 'Periksa'
    const code = stock !== undefined ? 'STOCK_CHANGED' : price !== undefined ? 'PRICE_CHANGED' : 'PRODUCT_CHANGED'
    super(code, {
      ...(numbers.length > 0 && { sentence: `${numbers.join(' dan ')}. ${what} sebelum menyimpan lagi.` }),
      data: { ...present, ...(stock !== undefined && { stock }), ...(price !== undefined && { price }) },
    })
  }
}

/** One of many products could not be changed. The error has its id beside what it says of the product. */
export class ProductRefused extends ShopError {
  constructor({ id, name }: { id: string; name: string }, error: ShopError) {
    const { message, code, data, fields } = error
    super(code, {
      sentence: `${name}: ${message}`,
      data: { id, sentence: message, ...Object(data) },
      ...(fields && { fields }),
      cause: error,
    })
  }
}

export interface ShortLine {
  product_id: string
  name: string
  stock: number
}

/** `hampers`: the names of those that contain it. */
type ShortProduct = ShortLine & { hampers?: readonly string[] }

function sentenceOf({ name, stock, hampers = [] }: ShortProduct): string {
  const product = hampers.length > 0 ? `${name} (isi ${hampers.join(', ')})` : name
  return stock === 0 ? `${product} sudah habis` : `${product} tinggal ${stock}`
}

/** An administrator takes away more than the stock. */
export class StockTooLow extends ShopError<'OUT_OF_STOCK'> {
  constructor({ id, name, stock }: { id: string; name: string; stock: number }, taken: number) {
    const [left, wanted] = [stock, taken].map((pieces) => pieces.toLocaleString('id-ID'))
    const sentence = `Stok sekarang ${left}, jadi tidak bisa dikurangi ${wanted}.`
    const line: ShortLine = { product_id: id, name, stock }
    super('OUT_OF_STOCK', { sentence, fields: { stock_change: sentence }, data: [line] })
  }
}

/** Lists every product whose stock is less than the requested quantity. */
export class OutOfStock extends ShopError<'OUT_OF_STOCK'> {
  constructor(lines: readonly ShortProduct[]) {
    super('OUT_OF_STOCK', {
      sentence: `Stok tidak mencukupi: ${lines.map(sentenceOf).join(', ')}.`,
      data: lines.map(({ product_id, name, stock }): ShortLine => ({ product_id, name, stock })),
    })
  }
}
