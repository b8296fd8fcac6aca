import { maxImageBytes } from '@camilan/contract/images'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { readForm } from '../platform/http/multipart.ts'

/**
 * Read a multipart form that may contain a picture in the field `image`.
 * @param sentences.imageTooLarge  the error for a picture over `maxImageBytes`
 * @throws {ShopError} of `readForm`
 */
export async function readImageForm<Schema extends z.core.$ZodType>(
  request: FastifyRequest,
  schema: Schema,
  sentences: { imageTooLarge: string },
): Promise<{ form: z.output<Schema>; image: Buffer | undefined }> {
  const field = { name: 'image', maxBytes: maxImageBytes, tooLarge: sentences.imageTooLarge }
  const { form, file } = await readForm(request, schema, field)
  return { form, image: file }
}
