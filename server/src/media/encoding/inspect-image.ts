import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { imageTypes } from '@camilan/contract/images'
import { countScans } from './count-scans.ts'

const chunkBytes = 64 * 1024
const headerBytes = 12

type ImageType = (typeof imageTypes)[number]

export interface InspectedImage {
  hash: string
  /** Undefined for any other type than the four. */
  type: ImageType | undefined
}

/** The hash in the names of a picture's files, so that the same bytes are stored once. */
const named = (sha256: Hash): string => sha256.digest('hex').slice(0, 32)

export const hashOf = (bytes: Buffer): string => named(createHash('sha256').update(bytes))

/** The properties of a picture that need no decoding. The file is read in small parts. */
export async function inspectImage(file: FileHandle): Promise<InspectedImage> {
  const sha256 = createHash('sha256')
  let header = Buffer.alloc(0)
  for await (const chunk of chunksOf(file)) {
    sha256.update(chunk)
    if (header.length < headerBytes) header = Buffer.concat([header, chunk.subarray(0, headerBytes)])
  }
  return { hash: named(sha256), type: imageTypeOf(header) }
}

export async function hasMoreScans(file: FileHandle, maxScans: number): Promise<boolean> {
  return (await countScans(chunksOf(file), maxScans)) > maxScans
}

/** The type by the first bytes, regardless of the type that the sender claims. Undefined for any other type. */
function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const header = bytes.toString('latin1', 0, 12)
  if (header.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (header.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(header)) return 'image/gif'
  if (header.startsWith('RIFF') && header.endsWith('WEBP')) return 'image/webp'
  return undefined
}

/** Read at a position, because the file's own position must stay at the start for the process that decodes it. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, position)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}
