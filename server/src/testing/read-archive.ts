import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { readArchive } from '../office/backup/file/archive.ts'

/** The content of an archive by the names of its entries; tables as text. */
export async function contentOf(file: string): Promise<Map<string, Buffer>> {
  const content = new Map<string, Buffer>()
  await readArchive(file, async (name, entry) => {
    const bytes = await buffer(entry)
    content.set(name, name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  })
  return content
}
