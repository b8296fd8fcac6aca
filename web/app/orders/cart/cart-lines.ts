import { takesOrders } from '@camilan/contract/batch-values'
import type { Cart, CartItem } from '@camilan/contract/cart'
import { useFetcher, useFetchers } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { ignoreNotFound, runAction } from '~/platform/api/run-action'
import { newKey } from '~/platform/forms/use-idempotency-key'
import { serverDate } from '~/platform/state/server-time'
import { toast } from '~/platform/state/toasts'
import { addLine } from '~/products/add-line'
import { cartCount } from './cart-count'
import { reprice } from './cart-prices'

/** A line of the cart, including a change that is being sent. */
export interface CartLine extends CartItem {
  pending: boolean
}

/** The pieces that can be ordered: of the stock, or of the line's batch. */
export const leftOf = ({ product, batch }: Pick<CartItem, 'product' | 'batch'>): number =>
  batch ? (takesOrders(batch, serverDate()) ? batch.left : 0) : product.stock

/** Whether less is left than the line's quantity. The cart then can't be ordered. */
export const isShort = (line: CartItem): boolean => line.quantity > leftOf(line)

/** The day on which an order of these lines is handed over, if a batch sets it: the latest of theirs. */
export const batchDay = (lines: readonly CartItem[]): string | undefined =>
  lines
    .flatMap(({ batch }) => batch?.handed_over_on ?? [])
    .sort()
    .at(-1)

/** Why a line is short. */
export function shortageOf(line: CartItem): string {
  const left = leftOf(line)
  if (line.batch) return left === 0 ? 'PO sudah penuh atau ditutup' : `PO tinggal ${left}`
  return left === 0 ? 'Stok habis' : `Stok tinggal ${left}`
}

/** The reason why the cart can't be ordered, and the remedy; null if it can. */
export function refusalOf(lines: readonly CartItem[]): string | null {
  const short = lines.filter(isShort)
  if (short.some((line) => leftOf(line) === 0)) return 'Hapus dulu produk yang habis.'
  return short.length > 0 ? 'Sesuaikan dulu produk yang stoknya kurang.' : null
}

const fetcherKey = (id: string) => `cart-line:${id}`

/** While a change is being sent, all at the prices that it makes: another quantity can change those of other lines. */
export function useCartLines(saved: readonly CartItem[]): CartLine[] {
  const fetchers = useFetchers()
  const lines = saved.flatMap((item): CartLine[] => {
    const change = fetchers.find(({ key }) => key === fetcherKey(item.id))
    if (!change?.formData) return [{ ...item, pending: false }]
    if (change.formMethod === 'DELETE') return []
    const quantity = Number(change.formData.get('quantity'))
    return [{ ...item, quantity, pending: true }]
  })
  return lines.length < saved.length || lines.some(({ pending }) => pending) ? reprice(lines) : lines
}

/** The lines whose product left the shop, without those that are being removed. */
export function useUnavailable(saved: Cart['unavailable']): Cart['unavailable'] {
  const fetchers = useFetchers()
  return saved.filter(({ id }) => !fetchers.some(({ key, formData }) => key === fetcherKey(id) && formData))
}

/** @returns removes a line whose product left the shop */
export function useRemoveUnavailable(id: string) {
  const fetcher = useFetcher({ key: fetcherKey(id) })
  return () => fetcher.submit({ id }, { method: 'delete', flushSync: true })
}

/** Both submit to the page's action, `changeCartLine`. With flushSync the line is already pending at a second click. */
export function useChangeLine({ id, quantity, product, batch_id }: CartLine) {
  const fetcher = useFetcher({ key: fetcherKey(id) })
  return {
    setQuantity: (quantity: number) =>
      fetcher.submit({ id, quantity: String(quantity), name: product.name }, { method: 'put', flushSync: true }),
    remove: () => {
      const line = {
        id,
        quantity: String(quantity),
        product_id: product.id,
        name: product.name,
        ...(batch_id && { batch_id }),
      }
      return fetcher.submit(line, { method: 'delete', flushSync: true })
    },
  }
}

/** The page's action. */
export async function changeCartLine(request: Request): Promise<{ answered: boolean }> {
  const form = await request.formData()
  const path = `/api/carts/${encodeURIComponent(String(form.get('id')))}`
  if (request.method === 'DELETE') {
    const remove = async () => {
      await api.delete(path, unchecked())
      if (form.has('product_id')) offerUndo(form)
      void cartCount.refresh() // the page that would load it may be left
    }
    return runAction(() => remove().catch(ignoreNotFound), 'Gagal menghapus produk dari keranjang')
  }
  const quantity = Number(form.get('quantity'))
  const change = () => api.put(path, { quantity }, unchecked())
  return runAction(() => change().catch(nameGone(String(form.get('name')))), 'Gagal memperbarui jumlah produk')
}

/** For `.catch`: another tab has removed or ordered the line, or its product has left the shop. */
const nameGone = (name: string) => (error: unknown) => {
  if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error
  throw new ApiError(error.status, error.code, `${name} sudah tidak ada di keranjang.`)
}

/** The line comes back as a new one, at the end of the cart, with its quantity. */
function offerUndo(removed: FormData): void {
  const [name, product_id] = [String(removed.get('name')), String(removed.get('product_id'))]
  const batch_id = removed.get('batch_id')
  const batch = typeof batch_id === 'string' && { batch_id }
  const line = { product_id, quantity: Number(removed.get('quantity')), ...batch }
  const key = newKey() // of this offer, so that it can be taken up again after an unknown result
  toast(`${name} dihapus dari keranjang`, 'status', {
    label: 'Urungkan',
    do: async () => {
      await addLine(line, key)
      toast(`${name} kembali ada di keranjang`)
      await cartCount.refresh()
    },
    failed: 'Gagal mengembalikan produk ke keranjang',
  })
}
