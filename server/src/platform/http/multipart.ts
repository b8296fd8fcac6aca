import { maxImageBytes } from '@camilan/contract/images'
import type { FastifyMultipartBaseOptions, MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ShopError } from '../errors.ts'
import { invalidFields } from './json-api.ts'

/**
 * What `@fastify/multipart` is registered with. A text that is cut off at `fieldSize` is still longer than any schema
 * allows, and a file that is cut off is one too large.
 */
export const multipartOptions = {
  throwFileSizeLimit: false,
  limits: {
    fileSize: maxImageBytes,
    files: 5,
    fieldSize: 32 * 1024,
    fields: 40,
    parts: 45,
    fieldNameSize: 100,
    headerPairs: 20,
  },
} as const satisfies FastifyMultipartBaseOptions

/**
 * Read a form that may carry a picture in the file field `image`. Other files are ignored, and so is text in `image`:
 * clients send back the address of the picture they got. All of the body is read, so that also a refusal arrives.
 * @throws {ShopError} UNSUPPORTED_MEDIA for a body that is not multipart, PAYLOAD_TOO_LARGE for a picture over
 *   5,242,880 bytes (in the caller's words) or too many parts, VALIDATION for what can't be parsed or fails `schema`
 */
export async function readForm<Schema extends z.core.$ZodType>(
  request: FastifyRequest,
  schema: Schema,
  sentences: { imageTooLarge: string },
): Promise<{ form: z.output<Schema>; image: Buffer | undefined }> {
  if (!request.isMultipart()) throw new ShopError('UNSUPPORTED_MEDIA')
  const { texts, image } = await readParts(request)
  if (image === 'too large') throw new ShopError('PAYLOAD_TOO_LARGE', { sentence: sentences.imageTooLarge })
  const parsed = z.safeParse(schema, Object.fromEntries(texts))
  if (parsed.success) return { form: parsed.data, image }
  throw invalidFields(parsed.error.issues.map(({ path, message }) => [path[0]?.toString(), message]))
}

type Image = Buffer | 'too large' | undefined

async function readParts(request: FastifyRequest): Promise<{ texts: Map<string, unknown>; image: Image }> {
  const texts = new Map<string, unknown>()
  let image: Image
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname !== 'image' && !texts.has(part.fieldname)) texts.set(part.fieldname, part.value)
      } else if (part.fieldname === 'image' && image === undefined) {
        image = await readImage(part)
      } else {
        part.file.resume()
      }
    }
  } catch (cause) {
    const tooMuch = (cause as FastifyError).statusCode === 413
    throw new ShopError(tooMuch ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION', { cause })
  }
  return { texts, image }
}

async function readImage(part: MultipartFile): Promise<Image> {
  const bytes = await part.toBuffer()
  if (part.file.truncated) return 'too large'
  // A browser sends a file field that was left empty as a file without name and content.
  return bytes.length === 0 && !part.filename ? undefined : bytes
}
