import { NotFound } from '../platform/errors.ts'

export class ProductNotFound extends NotFound {
  constructor() {
    super('Produk tidak ditemukan')
  }
}
