import type { imageTypes } from '@camilan/contract/images'

export type ImageType = (typeof imageTypes)[number]

/** The type by the first bytes, whatever type the sender claims; undefined for any other type. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const header = bytes.toString('latin1', 0, 12)
  if (header.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (header.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(header)) return 'image/gif'
  if (header.startsWith('RIFF') && header.endsWith('WEBP')) return 'image/webp'
  return undefined
}
