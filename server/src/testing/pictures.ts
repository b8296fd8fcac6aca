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

/** A progressive JPEG that repeats the scan of its brightness until there are `scans`: a small file, long to decode. */
export async function makeManyScans({ side, scans }: { side: number; scans: number }): Promise<Buffer> {
  const plain = sharp({ create: { width: side, height: side, channels: 3, background: '#8a5a2b' } })
  const jpeg = await plain.jpeg({ progressive: true, optimizeScans: true }).toBuffer()
  const startOfScan = Buffer.from([0xff, 0xda])
  const ownScans = jpeg.toString('latin1').split(startOfScan.toString('latin1')).length - 1
  // The second scan (the first is that of the DC coefficients of all components) up to the next marker, a Huffman table.
  const from = jpeg.indexOf(startOfScan, jpeg.indexOf(startOfScan) + 2)
  const scan = jpeg.subarray(from, jpeg.indexOf(Buffer.from([0xff, 0xc4]), from))
  const end = jpeg.length - 2
  const repeated = Array.from({ length: scans - ownScans }, () => scan)
  return Buffer.concat([jpeg.subarray(0, end), ...repeated, jpeg.subarray(end)])
}

/** A PNG of 39.9 megapixels with 16 bits per channel, interlaced: decoding it takes seconds. */
export function makeSlowPicture(): Promise<Buffer> {
  const plain = sharp({ create: { width: 6300, height: 6330, channels: 4, background: '#8a5a2b80' } })
  return plain.toColourspace('rgb16').png({ progressive: true }).toBuffer()
}
