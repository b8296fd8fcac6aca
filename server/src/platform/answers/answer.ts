/** Answers that are the same for every client: with an ETag, compressed once, and sent many times. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const toBrotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)
const toGzip = promisify(gzip)
/** A smaller body fits into one packet in any form. */
const minCompressedBytes = 1024

type Encoding = 'br' | 'gzip' | 'identity'
/** The forms in which an answer is sent. */
export type Variant = Encoding | 'notModified'

/** A list is sent as several headers of that name. */
export type AnswerHeaders = Readonly<Record<string, string | string[]>>

/**
 * The bytes of a body. Short ones are text with one character for each byte (latin1), which Node writes together with the
 * headers. For longer ones Node would make a copy.
 */
export type Body = string | Buffer

/** Node writes a text of up to 16 kB from the stack, and the headers are before it. */
const maxTextBytes = 14 * 1024

export interface Answer {
  status: number
  /** The headers of this answer only. Hooks of the server add those of every answer. */
  headers: AnswerHeaders
  etag: string
  /** The encoding of `body`: brotli, which browsers ask for, or none for a short body. The others are made on demand. */
  encoding: 'br' | 'identity'
  body: Body
}

/** What Fastify has sent, for the next request. */
export interface SentAnswer {
  status: number
  /** Names and values in turn. */
  headers: readonly string[]
  body: Body | undefined
  /** The pattern of its route, for the observers of requests. */
  route: string
}

export async function makeAnswer(status: number, text: string, headers: AnswerHeaders): Promise<Answer> {
  const identity = Buffer.from(text)
  // Weak, because the encodings of an answer share it.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`
  const answer = { status, headers, etag }
  if (identity.length < minCompressedBytes) return { ...answer, encoding: 'identity', body: kept(identity) }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  return { ...answer, encoding: 'br', body: kept(await toBrotli(identity, { params })) }
}

export async function bodyOf({ encoding, body }: Answer, variant: Variant): Promise<Body | undefined> {
  if (variant === 'notModified') return undefined
  if (variant === encoding) return body
  const identity = await fromBrotli(bytesIn(body))
  return kept(variant === 'gzip' ? await toGzip(identity) : identity)
}

/** Node and zlib return parts of buffers of 64 kB. A kept part would keep the whole buffer. */
function kept(part: Buffer): Body {
  if (part.length <= maxTextBytes) return part.toString('latin1')
  if (part.buffer.byteLength === part.length) return part
  const own = Buffer.allocUnsafeSlow(part.length)
  part.copy(own)
  return own
}

/** An answer of the API whose copies a cache must revalidate, because prices and stock change at any time. */
export const makeJsonAnswer = (json: string) =>
  makeAnswer(200, json, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })

/** Whether it may be kept and sent to others. A cookie, or a page that forbids it, is for one visitor. */
export function isForEverybody({ status, headers }: Answer): boolean {
  return status === 200 && !headers['set-cookie'] && !/no-store|private/.test(String(headers['cache-control']))
}

/** The header with which caches in front keep an answer for no more than so many seconds, the stale ones among them. */
export function cachedFor(cacheControl: string, seconds: number): string {
  let left = seconds
  const limited = cacheControl.split(', ').flatMap((directive) => {
    const [name, value] = directive.split('=')
    if (name !== 's-maxage' && name !== 'stale-while-revalidate') return directive
    const kept = Math.min(Number(value), left)
    left -= kept
    return kept === 0 && name !== 's-maxage' ? [] : `${name}=${kept}`
  })
  return limited.join(', ')
}

export function variantFor(answer: Answer, headers: IncomingHttpHeaders): Variant {
  if (answer.status === 200 && namesTag(headers['if-none-match'], answer.etag)) return 'notModified'
  if (answer.encoding === 'identity' || headers['x-no-compression'] !== undefined) return 'identity'
  return encodingFor(headers['accept-encoding'])
}

/** Whether If-None-Match names this tag, by the weak comparison that the header uses, or any (`*`). */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return (
    ifNoneMatch === etag ||
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag))
  )
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

export const bytesIn = (body: Body): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body)

export async function sendAnswer(
  answer: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
  variant = variantFor(answer, request.headers),
  given?: Body,
): Promise<FastifyReply> {
  const body = given ?? (await bodyOf(answer, variant))
  const vary = [reply.getHeader('vary'), answer.headers.vary, 'accept-encoding'].filter((names) => names !== undefined)
  reply
    .status(variant === 'notModified' ? 304 : answer.status)
    .headers(answer.headers)
    .header('vary', vary.join(', '))
    .header('etag', answer.etag)
  if (variant === 'br' || variant === 'gzip') reply.header('content-encoding', variant)
  return reply.send(body === undefined ? undefined : bytesIn(body))
}

/** Browsers send few different ones. */
const knownHeaders = new Map<string, Encoding>()
const maxKnownHeaders = 100

/** The encoding for a header Accept-Encoding: brotli before gzip, and none that the header refuses with `q=0`. */
export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const known = knownHeaders.get(header)
  if (known) return known
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? 'identity'
  if (knownHeaders.size < maxKnownHeaders) knownHeaders.set(header, encoding)
  return encoding
}
