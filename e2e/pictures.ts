/** Files to upload. */
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { dataVariable } from './set-ups.ts'

const samples = path.resolve(import.meta.dirname, '../server/src/products/samples')

/** The drawing of a sample, as a JPEG. */
export async function drawing(sample: string) {
  const svg = await readFile(path.join(samples, `${sample}.svg`))
  const buffer = await sharp(svg, { density: 200 }).resize(900, 900, { fit: 'cover' }).jpeg().toBuffer()
  return { name: `${sample}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** 64 pixels square, of one colour. */
export const smallPicture = {
  name: 'foto.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEXyqSK7n9wgAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYw+3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAEZszF2AAAAAElFTkSuQmCC',
    'base64',
  ),
}

/** One byte more than the shop accepts, all zeros: no picture. */
export const hugePicture = () => file('besar.png', Buffer.alloc(5 * 1024 * 1024 + 1))

/** A readable picture that is larger than the shop accepts: bytes after its end are ignored. */
export const largePhoto = () =>
  file('IMG_2041.png', Buffer.concat([smallPicture.buffer, Buffer.alloc(6 * 1024 * 1024)]))

/** The path of a file, because Chromium reads it itself, while a buffer of that size takes Playwright seconds. */
function file(name: string, content: Buffer): string {
  const address = path.join(process.env[dataVariable] ?? tmpdir(), `${process.pid}-${name}`)
  writeFileSync(address, content)
  return address
}

export const noPicture = { name: 'catatan.txt', mimeType: 'text/plain', buffer: Buffer.from('bukan gambar') }

/** A picture only by its name. */
export const fakePicture = { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('bukan gambar') }
