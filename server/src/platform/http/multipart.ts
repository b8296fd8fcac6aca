import type { FastifyMultipartBaseOptions, MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ShopError } from '../errors.ts'
import { invalidFields } from './json-api.ts'

/**
 * Options of `@fastify/multipart`. A text that is cut off at `fieldSize` is still longer than any schema allows, and a
 * file that is cut off at its limit is detected as too large.
 */
export const multipartOptions = {
  throwFileSizeLimit: false,
  limits: {
    files: 5,
    fieldSize: 32 * 1024,
    fields: 40,
    parts: 45,
    fieldNameSize: 100,
    headerPairs: 20,
  },
} as const satisfies FastifyMultipartBaseOptions

/** The one file that a form may contain. */
interface FileField {
  name: string
  maxBytes: number
  /** The error sentence for a file larger than `maxBytes`. */
  tooLarge: string
}

/**
 * Read a form that may contain a file. Other files are ignored, and so is text in the file's field: clients send back
 * the URL they received. The whole body is read, so that the client also receives an error.
 * @returns `file`: the content, or undefined if the form has none
 * @throws {ShopError} UNSUPPORTED_MEDIA for a body that is not multipart, PAYLOAD_TOO_LARGE for a file that is too large
 *   or too many parts, VALIDATION for a body that can't be parsed or does not match `schema`
 */
export async function readForm<Schema extends z.core.$ZodType>(
  request: FastifyRequest,
  schema: Schema,
  fileField: FileField,
): Promise<{ form: z.output<Schema>; file: Buffer | undefined }> {
  if (!request.isMultipart()) throw new ShopError('UNSUPPORTED_MEDIA')
  const { texts, file } = await readParts(request, fileField)
  if (file === 'too large') throw new ShopError('PAYLOAD_TOO_LARGE', { sentence: fileField.tooLarge })
  const parsed = z.safeParse(schema, Object.fromEntries(texts))
  if (parsed.success) return { form: parsed.data, file }
  throw invalidFields(parsed.error.issues.map(({ path, message }) => [path[0]?.toString(), message]))
}

type FileContent = Buffer | 'too large' | undefined

async function readParts(
  request: FastifyRequest,
  { name, maxBytes }: FileField,
): Promise<{ texts: Map<string, unknown>; file: FileContent }> {
  const texts = new Map<string, unknown>()
  let file: FileContent
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') {
        if (part.fieldname !== name && !texts.has(part.fieldname)) texts.set(part.fieldname, part.value)
      } else if (part.fieldname === name && file === undefined) {
        file = await readFile(part)
      } else {
        part.file.resume()
      }
    }
  } catch (cause) {
    const tooLarge = (cause as FastifyError).statusCode === 413
    throw new ShopError(tooLarge ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION', { cause })
  }
  return { texts, file }
}

async function readFile(part: MultipartFile): Promise<FileContent> {
  const bytes = await part.toBuffer()
  if (part.file.truncated) return 'too large'
  // A browser sends an empty file field as a file without name and content.
  return bytes.length === 0 && !part.filename ? undefined : bytes
}
