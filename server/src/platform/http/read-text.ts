import type { IncomingMessage } from 'node:http'
import { ShopError } from '../errors.ts'

/**
 * The body of a request, in one buffer: each chunk has an object of its own, so a body in chunks of a byte would take 300
 * times its size.
 * @param length  the length that the request states, if it does
 * @throws {ShopError} PAYLOAD_TOO_LARGE for more than `limit` bytes, as soon as that is known
 */
export function readText(
  payload: IncomingMessage,
  { length, limit }: { length: string | undefined; limit: number },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const tooLarge = () => reject(new ShopError('PAYLOAD_TOO_LARGE'))
  if (Number(length) > limit) {
    tooLarge()
    return promise
  }
  let held: Buffer = Buffer.alloc(0)
  let used = 0
  const hold = (chunk: Buffer) => {
    const next = used + chunk.length
    if (next > limit) {
      payload.off('data', hold)
      return tooLarge()
    }
    if (used === 0) held = chunk
    else {
      if (next > held.length) {
        const grown = Buffer.allocUnsafeSlow(Math.min(limit, Math.max(1024, 2 * next)))
        held.copy(grown, 0, 0, used)
        held = grown
      }
      chunk.copy(held, used)
    }
    used = next
  }
  payload.on('data', hold)
  payload.once('end', () => resolve(held.toString('utf8', 0, used)))
  payload.once('error', reject)
  return promise
}
