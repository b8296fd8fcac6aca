import { randomUUID } from 'node:crypto'
import type { Media } from '../media/open-media.ts'
import { storeImage, type Uploader } from '../media/store-image.ts'

/** Upload a picture, by default as an administrator. The error for another type of file is `unsupported`. */
export async function storePicture(
  media: Media,
  bytes: Buffer,
  by: Uploader = { id: randomUUID(), isAdmin: true },
): Promise<string> {
  const file = await media.openUpload()
  try {
    await file.write(bytes, 0, bytes.length, 0)
    return await storeImage(media, by, { file, unsupported: 'unsupported' })
  } finally {
    await file.close()
  }
}
