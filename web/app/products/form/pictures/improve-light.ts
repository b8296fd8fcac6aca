import { imageAt } from '@camilan/contract/images'
import { splitPicture } from '@camilan/contract/product-pictures'

/** The part of the pixels, at each end, that may become black or white. */
const cut = 0.01
/** How much of the whole correction is made: a dark kitchen becomes bright, and an evening stays warm. */
const strength = 0.75
/** How much each channel has its own range. With 1 a brown table becomes violet, because wood has little blue. */
const ownShare = 0.3

/**
 * The same picture, brighter and with less of a tint: the whole range is used, by each channel a little on its own, and the
 * middle is lifted.
 * @throws if the browser can't read or write it
 */
export async function improveLight(url: string): Promise<File> {
  // By its path: a canvas with a picture of another origin can't be read.
  const answer = await fetch(new URL(imageAt(splitPicture(url).image, 1600), location.href).pathname)
  const picture = await createImageBitmap(await answer.blob())
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  // A JPEG has no transparency: transparent parts would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0)
  picture.close()
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  improvePixels(pixels.data)
  context.putImageData(pixels, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('no picture')
  return new File([blob], 'cahaya.jpg', { type: blob.type })
}

/** @param data  red, green, blue and opacity of each pixel */
export function improvePixels(data: Uint8ClampedArray): void {
  const ranges = [0, 1, 2].map((channel) => rangeOf(data, channel))
  const middle = (ranges.reduce((sum, { median }) => sum + median, 0) / 3 || 1) / 255
  const gamma = Math.min(Math.max(Math.log(0.5) / Math.log(Math.min(middle, 0.99)), 0.6), 1)
  const common = { low: Math.min(...ranges.map(({ low }) => low)), high: Math.max(...ranges.map(({ high }) => high)) }
  for (const [channel, own] of ranges.entries()) {
    const low = common.low + ownShare * (own.low - common.low)
    const high = common.high + ownShare * (own.high - common.high)
    const corrected = Uint8ClampedArray.from({ length: 256 }, (_, value) => {
      const stretched = Math.min(Math.max((value - low) / Math.max(high - low, 1), 0), 1)
      return value + strength * (255 * stretched ** gamma - value)
    })
    for (let at = channel; at < data.length; at += 4) data[at] = corrected[data[at] ?? 0] ?? 0
  }
}

/** The values between which all but the cut pixels are, and the middle one as it is after the stretch. */
function rangeOf(data: Uint8ClampedArray, channel: number) {
  const counts = new Array<number>(256).fill(0)
  for (let at = channel; at < data.length; at += 4) counts[data[at] ?? 0] = (counts[data[at] ?? 0] ?? 0) + 1
  const valueAt = (share: number) => {
    let left = (share * data.length) / 4
    return counts.findIndex((count) => {
      left -= count
      return left < 0
    })
  }
  const [low, median, high] = [cut, 0.5, 1 - cut].map(valueAt) as [number, number, number]
  return { low, high, median: (255 * (median - low)) / Math.max(high - low, 1) }
}
