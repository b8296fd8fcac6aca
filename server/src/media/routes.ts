import path from 'node:path'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import parseRange from 'range-parser'
import { namesTag } from '../platform/answers/answer.ts'
import { NotFound } from '../platform/errors.ts'
import { refusalFrom, sendFailure } from '../platform/http/json-api.ts'
import { imageTypes, isImageFile } from './files/image-files.ts'
import type { MediaStore } from './files/media-store.ts'

const forever = 'public, max-age=31536000, immutable'

/** GET /media/:file, for any origin. The content of a name never changes, so it can be cached. */
export const mediaRoutes =
  (store: MediaStore): FastifyPluginAsync =>
  async (server) => {
    server.setErrorHandler((error: Error, request, reply) => sendFailure(refusalFrom(error, request), reply))
    server.get<{ Params: { file: string } }>(
      '/media/:file',
      { schema: { tags: ['media'], summary: 'A picture' } },
      async (request, reply) => {
        const { file } = request.params
        reply.headers({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' })
        const isImage = isImageFile(file)
        const etag = `"${file}"`
        const tags = request.headers['if-none-match']
        // Without asking the store. Whether there is a picture at all (`*`) only the store knows.
        if (isImage && tags?.trim() !== '*' && namesTag(tags, etag)) {
          return reply.headers({ etag, 'cache-control': forever }).code(304).send()
        }
        const found = isImage ? await store.read(file) : undefined
        if (!found) return sendFailure(new NotFound('Gambar tidak ditemukan'), reply)
        reply.headers({ etag, 'cache-control': forever, 'accept-ranges': 'bytes' })
        if (found.storedAt) reply.header('last-modified', found.storedAt.toUTCString())
        if (isKnown(request, found.storedAt)) return reply.code(304).send()
        reply.type(imageTypes[path.extname(file)] ?? 'application/octet-stream')
        return sendPart(found.content, { etag, request, reply })
      },
    )
  }

/** If-None-Match, which is `*` here if it is sent, decides before If-Modified-Since. */
function isKnown({ headers }: FastifyRequest, storedAt: Date | undefined): boolean {
  if (headers['if-none-match'] !== undefined) return headers['if-none-match'].trim() === '*'
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return storedAt !== undefined && Math.floor(storedAt.getTime() / 1_000) * 1_000 <= since
}

/** The requested part, or all if several are requested, or if the client has the beginning of something else. */
function sendPart(
  content: Buffer,
  { etag, request, reply }: { etag: string; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { range, 'if-range': ifRange } = request.headers
  if (range === undefined || request.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) {
    return reply.send(content)
  }
  const parts = parseRange(content.length, range)
  if (parts === -1) return reply.code(416).header('content-range', `bytes */${content.length}`).send()
  const part = parts === -2 || parts.type !== 'bytes' || parts.length !== 1 ? undefined : parts[0]
  if (!part) return reply.send(content)
  const { start, end } = part
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${content.length}`)
    .send(content.subarray(start, end + 1))
}
