import sharp from 'sharp'

type Format = 'jpeg' | 'png' | 'gif' | 'webp'

/** A picture full of noise, so that its file is large enough to be truncated. */
export function makePicture({
  format = 'png' as Format,
  width = 400,
  height = 300,
  orientation = 1,
} = {}): Promise<Buffer> {
  const noise = sharp({
    create: { width, height, channels: 3, background: '#8a5a2b', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
  return noise.withMetadata({ orientation }).toFormat(format, { effort: 1 }).toBuffer()
}
