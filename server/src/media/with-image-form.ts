import type { FileHandle } from 'node:fs/promises'
import { maxImageBytes } from '@camilan/contract/images'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { withForm } from '../platform/http/multipart.ts'
import type { Media } from './open-media.ts'

/**
 * Read a multipart form that may contain a picture in the field `image`, then run `use` with it. The picture is a
 * temporary file, which is deleted when `use` has ended.
 * @param sentences.imageTooLarge  the error for a picture over `maxImageBytes`
 * @throws {ShopError} of `withForm`
 */
export function withImageForm<Schema extends z.core.$ZodType, Result>(
  { openUpload }: Pick<Media, 'openUpload'>,
  request: FastifyRequest,
  { schema, imageTooLarge }: { schema: Schema; imageTooLarge: string },
  use: (read: { form: z.output<Schema>; image: FileHandle | undefined }) => Promise<Result>,
): Promise<Result> {
  const field = { name: 'image', maxBytes: maxImageBytes, tooLarge: imageTooLarge, openFile: openUpload }
  return withForm(request, schema, field, ({ form, file }) => use({ form, image: file }))
}
