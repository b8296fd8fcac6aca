import { api, unchecked } from '~/platform/api/api'
import { ApiError, isUnanswered } from '~/platform/api/api-error'

interface Line {
  product_id: string
  quantity: number
  /** Missing: from the stock. */
  batch_id?: string
  /** The price that the buyer has seen, in whole rupiah. */
  price?: number
}

const maxCalls = 2

/**
 * The one way to put a product into the cart. Without an answer nobody knows whether it is there: the call is sent once more
 * with the same key, which finds out and adds nothing twice.
 * @param idempotencyKey  a later press after an unknown result has the same one
 * @throws {ApiError} the server's refusal; NETWORK if the device was offline, so that nothing was sent; or UNKNOWN
 */
export async function addLine(line: Line, idempotencyKey: string): Promise<void> {
  const wasOnline = navigator.onLine
  for (let calls = 0; calls < maxCalls; calls += 1) {
    try {
      await api.post('/api/carts', line, unchecked(), { idempotencyKey })
      return
    } catch (error) {
      if (!isUnanswered(error) || !wasOnline) throw error
    }
  }
  throw new ApiError(
    0,
    'UNKNOWN',
    'Jawaban toko tidak sampai, jadi belum pasti produknya masuk keranjang. Coba lagi: tidak akan masuk dua kali.',
  )
}
