import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { NotFound } from '../platform/errors.ts'
import { refusalFrom, sendFailure } from '../platform/http/json-api.ts'
import { imageTypes, isImageFile } from './image-files.ts'
import type { MediaStore } from './media-store.ts'

const forever = 'public, max-age=31536000, immutable'

const names = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) === true

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
        if (isImage && names(request.headers['if-none-match'], etag)) {
          return reply.headers({ etag, 'cache-control': forever }).code(304).send() // without asking the store
        }
        const content = isImage ? await store.get(file) : undefined
        if (!content) return sendFailure(new NotFound('Gambar tidak ditemukan'), reply)
        return reply
          .headers({ etag, 'cache-control': forever })
          .type(imageTypes[path.extname(file)] ?? 'application/octet-stream')
          .send(content)
      },
    )
  }
