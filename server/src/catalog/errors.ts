import { NotFound, ShopError } from '../platform/errors.ts'

export class ProductNotFound extends NotFound {
  constructor() {
    super('Produk tidak ditemukan')
  }
}

/** Somebody bought or counted since the administrator looked: `stock` is what there is now. */
export class StockChanged extends ShopError<'STOCK_CHANGED'> {
  constructor(stock: number) {
    super('STOCK_CHANGED', {
      sentence: `Stok sudah berubah menjadi ${stock.toLocaleString('id-ID')}. Periksa jumlahnya sebelum menyimpan lagi.`,
      data: { stock },
    })
  }
}
