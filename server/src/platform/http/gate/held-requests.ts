/** A request without an answer, or one whose answer its client has not read. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Place = 'reads' | 'logins' | 'usual'

/** The place of a request, and its cost there. Undefined: it runs at once, and is never refused. */
export type Turn = Readonly<{ place: Place; units: number }> | undefined

export interface Held {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly network: string
  readonly turn: Turn
  /** The weight of the request alone. */
  readonly ownBytes: number
  /** The weight with the data to be sent. */
  bytes: number
  state: 'waits' | 'begun'
  /** The moment at which it got a place. */
  placedAt: number | undefined
}

/** Node's and Fastify's objects for it. */
const objectBytes = 4 * 1024
/** The most bytes of a body that are kept. Files in a form go to the disk, and few of their bytes are in memory at a time. */
const maxBodyBytes = { collected: 1024 * 1024, form: 128 * 1024 }

/** The memory of a request until it is answered, with its body: the stated length, or the largest allowed one without. */
export function requestBytes(request: IncomingMessage): number {
  let bytes = objectBytes + (request.url?.length ?? 0) + bodyBytes(request)
  for (const text of request.rawHeaders) bytes += text.length
  return bytes
}

export function bodyBytes({ headers }: IncomingMessage): number {
  const length = headers['content-length']
  const max = headers['content-type']?.startsWith('multipart/') ? maxBodyBytes.form : maxBodyBytes.collected
  if (length === undefined) return headers['transfer-encoding'] === undefined ? 0 : max
  return Math.min(Number(length) || 0, max)
}
