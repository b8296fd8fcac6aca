/** Bytes that follow 0xFF (ITU-T T.81, table B.1). */
const startOfScan = 0xda
const endOfImage = 0xd9
/** 0 is a data byte 0xFF, 1 is TEM, 0xD0 to 0xD8 are RST0 to RST7 and SOI: no length follows them. */
const hasNoLength = (code: number) => code <= 0x01 || (code >= 0xd0 && code <= 0xd8)

/**
 * The number of scans in a JPEG. A progressive one can have any number, and each costs the decoder a pass over the whole
 * picture. Markers are found as libjpeg finds them, so the decoder sees no scan that is not counted.
 * @param chunks  the file, in parts of any size
 * @param enough  counting stops when there are more than this
 */
export async function countScans(chunks: AsyncIterable<Buffer>, enough: number): Promise<number> {
  let scans = 0
  let expected: 'marker' | 'code' | 'length' | 'length, second byte' = 'marker'
  let length = 0
  /** The bytes of a segment that are still skipped. */
  let skip = 0
  for await (const chunk of chunks) {
    let at = 0
    while (at < chunk.length) {
      if (skip > 0) {
        const skipped = Math.min(skip, chunk.length - at)
        at += skipped
        skip -= skipped
        continue
      }
      if (expected === 'marker') {
        const marker = chunk.indexOf(0xff, at)
        if (marker < 0) break
        at = marker + 1
        expected = 'code'
        continue
      }
      const byte = chunk[at++] as number
      if (expected === 'code') {
        if (byte === 0xff) continue // padding
        if (byte === endOfImage) return scans
        if (byte === startOfScan && ++scans > enough) return scans
        expected = hasNoLength(byte) ? 'marker' : 'length'
      } else if (expected === 'length') {
        length = byte * 256
        expected = 'length, second byte'
      } else {
        skip = Math.max(0, length + byte - 2) // the length includes its own two bytes
        expected = 'marker'
      }
    }
  }
  return scans
}
