import type { FileHandle } from 'node:fs/promises'
import type { FastifyMultipartBaseOptions, MultipartFile } from '@fastify/multipart'
import type { FastifyError, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ShopError } from '../errors.ts'
import { invalidFields } from './json-api.ts'

/**
 * Options of `@fastify/multipart`. A text that is cut off at `fieldSize` is still longer than any schema allows, and a file
 * that is cut off at its limit is detected as too large.
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
  /** Opens an empty file for the content. It has no name, so closing it deletes it. */
  openFile: () => Promise<FileHandle>
}

interface ReadForm<Form> {
  form: Form
  /** The content, in a file that is closed after `use`. Undefined if the form has none. */
  file: FileHandle | undefined
}

/**
 * Read a form that may contain a file, then run `use` with it. Other files are ignored, and so is text in the file's field,
 * because clients send back the URL that they received. The whole body is read, so that the client also receives an error.
 * The content of the file is not held in memory. What belongs to the request's account is read inside `use`.
 * @throws {ShopError} UNSUPPORTED_MEDIA for a body that is not multipart, PAYLOAD_TOO_LARGE for a file that is too large or
 *   too many parts, VALIDATION for a body that can't be parsed or does not match `schema`; and the errors of `onBody` and `use`
 */
export async function withForm<Schema extends z.core.$ZodType, Result>(
  request: FastifyRequest,
  schema: Schema,
  fileField: FileField,
  use: (read: ReadForm<z.output<Schema>>) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw new ShopError('UNSUPPORTED_MEDIA')
  const content = new FileContent(fileField)
  try {
    const texts = await readParts(request, fileField, content)
    await request.onBody?.()
    if (content.tooLarge) throw new ShopError('PAYLOAD_TOO_LARGE', { sentence: fileField.tooLarge })
    const parsed = z.safeParse(schema, Object.fromEntries(texts))
    if (parsed.success) return await use({ form: parsed.data, file: content.file })
    throw invalidFields(parsed.error.issues.map(({ path, message }) => [path[0]?.toString(), message]))
  } finally {
    await content.close()
  }
}

async function readParts(
  request: FastifyRequest,
  { name, maxBytes }: FileField,
  content: FileContent,
): Promise<Map<string, unknown>> {
  const texts = new Map<string, unknown>()
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.type === 'field') {
        if (part.fieldname !== name && !texts.has(part.fieldname)) texts.set(part.fieldname, part.value)
      } else if (part.fieldname === name && !content.isRead) {
        await content.read(part)
      } else {
        part.file.resume()
      }
    }
  } catch (cause) {
    if (content.writeError !== undefined) throw content.writeError
    const tooLarge = (cause as FastifyError).statusCode === 413
    throw new ShopError(tooLarge ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION', { cause })
  }
  return texts
}

/** The content of the form's file, written to the disk while it arrives. */
class FileContent {
  isRead = false
  tooLarge = false
  file: FileHandle | undefined
  /** The reason why the content can't be stored. The form is not at fault. */
  writeError: unknown
  readonly #openFile: FileField['openFile']

  constructor({ openFile }: FileField) {
    this.#openFile = openFile
  }

  async read(part: MultipartFile): Promise<void> {
    let position = 0
    for await (const chunk of part.file) {
      await this.#write(chunk, position)
      position += chunk.length
    }
    this.tooLarge = part.file.truncated
    // A browser sends an empty file field as a file without name and content.
    this.isRead = position > 0 || Boolean(part.filename)
    if (this.isRead && position === 0) await this.#write(Buffer.alloc(0), 0)
  }

  /** Written at a position, because the file's own position must stay at the start for a process that inherits it. */
  async #write(chunk: Buffer, position: number): Promise<void> {
    try {
      this.file ??= await this.#openFile()
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await this.file.write(chunk, done, chunk.length - done, position + done)
        done += bytesWritten
      }
    } catch (error) {
      this.writeError = error
      throw error
    }
  }

  async close(): Promise<void> {
    await this.file?.close()
  }
}
