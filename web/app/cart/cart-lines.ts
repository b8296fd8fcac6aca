import { CartItem } from '@camilan/contract/cart'
import { Message, success } from '@camilan/contract/wire'
import { useFetcher, useFetchers } from 'react-router'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toastFailure } from '~/platform/use-mutation'

/** A line as it will be once the change under way has arrived. */
export interface CartLine extends CartItem {
  pending: boolean
}

/** Less is left than the line asks for, so it keeps the cart from being ordered. */
export const isShort = ({ quantity, product }: CartItem): boolean => quantity > product.stock

const fetcherKey = (id: string) => `cart-line:${id}`

export function useCartLines(saved: readonly CartItem[]): CartLine[] {
  const fetchers = useFetchers()
  return saved.flatMap((item) => {
    const change = fetchers.find(({ key }) => key === fetcherKey(item.id))
    if (!change?.formData) return { ...item, pending: false }
    if (change.formMethod === 'DELETE') return []
    const quantity = Number(change.formData.get('quantity'))
    return { ...item, quantity, price: quantity * item.product.price, pending: true }
  })
}

/** Both send the change to the page's action, `changeCartLine`; the line is pending before a second click can come. */
export function useChangeLine(id: string) {
  const fetcher = useFetcher({ key: fetcherKey(id) })
  return {
    setQuantity: (quantity: number) =>
      fetcher.submit({ id, quantity: String(quantity) }, { method: 'put', flushSync: true }),
    remove: () => fetcher.submit({ id }, { method: 'delete', flushSync: true }),
  }
}

/** @returns whether the shop answered, so that the cart is worth loading anew; a failure is told in a toast */
export async function changeCartLine(request: Request): Promise<{ answered: boolean }> {
  const form = await request.formData()
  const path = `/api/carts/${form.get('id')}`
  const isDeletion = request.method === 'DELETE'
  try {
    if (isDeletion) await api.delete(path, Message)
    else await api.put(path, { quantity: Number(form.get('quantity')) }, success(CartItem))
  } catch (error) {
    // Deleted in another tab, or by the first of two clicks: that is what was wished for.
    if (isDeletion && error instanceof ApiError && error.code === 'NOT_FOUND') return { answered: true }
    toastFailure(error, isDeletion ? 'Gagal menghapus produk dari keranjang' : 'Gagal memperbarui jumlah produk')
    return { answered: error instanceof ApiError && error.code !== 'NETWORK' }
  }
  return { answered: true }
}
