/** The memory of a request until it is answered. */
import type { IncomingMessage } from 'node:http'

/** Node's and Fastify's objects for it. */
const objectBytes = 4 * 1024
/** The most bytes of a body that are kept. Files in a form go to the disk, and few of their bytes are in memory at a time. */
const maxBodyBytes = { collected: 1024 * 1024, form: 128 * 1024 }

/** Includes its body: its stated length, or the largest allowed one without. */
export function requestBytes(request: IncomingMessage): number {
  let bytes = objectBytes + (request.url?.length ?? 0) + bodyBytes(request)
  for (const text of request.rawHeaders) bytes += text.length
  return bytes
}

/** Whether it arrives in pieces, without a length. */
export const isPiecemeal = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined

export function bodyBytes(request: IncomingMessage): number {
  const { headers } = request
  const length = headers['content-length']
  const max = headers['content-type']?.startsWith('multipart/') ? maxBodyBytes.form : maxBodyBytes.collected
  if (length === undefined) return isPiecemeal(request) ? max : 0
  return Math.min(Number(length) || 0, max)
}
