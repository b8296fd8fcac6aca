import { maxImageBytes } from '@camilan/contract/images'

/** The longer side in pixels, and the quality of the JPEG. If the file is still too large, the next pair is used. */
const attempts = [
  { side: 2400, quality: 0.88 },
  { side: 1600, quality: 0.75 },
] as const

/**
 * The same picture as a JPEG that the shop accepts. The shop stores no picture wider than 1600 pixels.
 * @returns undefined if the browser can't do it, for example for lack of memory
 */
export async function shrinkImage(file: File): Promise<File | undefined> {
  try {
    const picture = await createImageBitmap(file)
    try {
      for (const { side, quality } of attempts) {
        const blob = await drawn(picture, side, quality)
        if (blob && blob.size <= maxImageBytes) {
          return new File([blob], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: blob.type })
        }
      }
    } finally {
      picture.close()
    }
  } catch {
    return undefined
  }
  return undefined
}

function drawn(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A JPEG has no transparency: transparent parts would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
