import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg)$/
const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Writes `<file>.br` and `<file>.gz` for every file of the folder that gets smaller. */
export async function compressFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!compressible.test(name)) continue
    const file = path.join(folder, name)
    const content = await readFile(file)
    const versions = {
      br: await promisify(brotliCompress)(content, best),
      gz: await promisify(gzip)(content, { level: 9 }),
    }
    for (const [extension, compressed] of Object.entries(versions))
      if (compressed.length < content.length) await writeFile(`${file}.${extension}`, compressed)
  }
}
