import { crc32, deflateSync } from 'node:zlib'
import encodeQR from 'qr'

/** Pixels of a module. One module is one byte of a row, because a pixel is one bit. */
const scale = 8
const quietModules = 4

/** A QR as a black and white PNG. */
export function qrPng(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { border: quietModules })
  const pixels = modules.length * scale
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]) // one bit each, gray, no interlace
  header.writeUInt32BE(pixels, 0)
  header.writeUInt32BE(pixels, 4)
  const rows = modules.flatMap((row) => {
    const line = Buffer.from([0, ...row.map((isDark) => (isDark ? 0 : 0xff))])
    return Array.from({ length: scale }, () => line)
  })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
