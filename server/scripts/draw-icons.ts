/** Draws the icons of web/public from the shop's drawing. Run it when web/app/brand/favicon.svg changes. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const web = path.resolve(import.meta.dirname, '../../web')
const drawing = await readFile(path.join(web, 'app/brand/favicon.svg'))
/** The colour of the pages in light. */
const background = '#fff8ec'
const drawnSize = 64

/** @param fill  the share of the width that the drawing takes; without it all, on a transparent ground */
async function draw(size: number, fill?: number): Promise<Buffer> {
  const inner = Math.round(size * (fill ?? 1))
  const picture = await sharp(drawing, { density: (72 * inner) / drawnSize })
    .resize(inner, inner)
    .png()
    .toBuffer()
  const png = { compressionLevel: 9, palette: true }
  if (fill === undefined) return sharp(picture).png(png).toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: picture }])
    .png(png)
    .toBuffer()
}

/** An .ico file that holds PNGs, as all browsers read them. */
function ico(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const headerBytes = 6
  const entryBytes = 16
  const header = Buffer.alloc(headerBytes + entryBytes * pictures.length)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = headerBytes + entryBytes * index
    header.writeUInt8(size, entry)
    header.writeUInt8(size, entry + 1)
    header.writeUInt16LE(1, entry + 4) // colour planes
    header.writeUInt16LE(32, entry + 6) // bits per pixel
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

const icons: Record<string, Buffer> = {
  'icon-192.png': await draw(192),
  'icon-512.png': await draw(512),
  // Phones cut a maskable icon to a circle of 80 % of its width.
  'icon-maskable-512.png': await draw(512, 0.6),
  'apple-touch-icon.png': await draw(180, 0.72),
  'favicon.ico': ico(await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await draw(size) })))),
}
for (const [name, content] of Object.entries(icons)) {
  await writeFile(path.join(web, 'public', name), content)
  console.log(`${name}: ${content.length} bytes`)
}
