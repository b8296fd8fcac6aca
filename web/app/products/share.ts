import type { Product } from '@camilan/contract/catalog'
import { productPath } from '@camilan/contract/product-path'
import { formatRupiah } from '~/platform/state/formats'

export type SharedProduct = Pick<Product, 'id' | 'name' | 'price'>

export interface Shared {
  name: string
  text: string
  url: string
}

export function sharedOf({ id, name, price }: SharedProduct, publicUrl: string): Shared {
  return { name, text: `${name}, ${formatRupiah(price)}. Pesan di sini:`, url: publicUrl + productPath({ id, name }) }
}

/** Gives a link to another app of the device. False if this browser can't do that. */
export async function share({ name, text, url }: Shared): Promise<boolean> {
  try {
    await navigator.share({ title: name, text, url })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' // it was closed
  }
}
