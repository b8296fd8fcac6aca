import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { NotFound } from '../platform/errors.ts'
import { refusalFrom, sendFailure } from '../platform/http/json-api.ts'
import { isImageFile } from './image-files.ts'
import type { MediaStore } from './media-store.ts'

const types: Record<string, string> = { '.webp': 'image/webp', '.avif': 'image/avif', '.jpg': 'image/jpeg' }

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
        const content = isImageFile(file) ? await store.get(file) : undefined
        reply.headers({ 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' })
        if (!content) return sendFailure(new NotFound('Gambar tidak ditemukan'), reply)
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .type(types[path.extname(file)] ?? 'application/octet-stream')
          .send(content)
      },
    )
  }
