import { createHash } from 'node:crypto'
import { isImageFile } from '../files/image-files.ts'
import type { MediaStore } from '../files/media-store.ts'

/** Files that are read and written at the same time. */
const atOnce = 8

export interface Moved {
  copied: number
  /** The same content was at the target before this call. */
  there: number
  bytes: number
  /** Files that are no longer at the source, because the shop has deleted their picture meanwhile. */
  gone: number
}

interface MoveInput {
  from: MediaStore
  to: MediaStore
  onProgress?: (progress: { done: number; total: number }) => void
  /** Ends it after the running files. The next call continues. */
  signal?: AbortSignal
}

/**
 * Copy all pictures to another store. Each file is read back and compared by its hash, also if it is there already; a
 * different one is replaced. The source does not change, so it can be called while the shop runs, and again.
 * @throws if the bytes that are read back differ
 */
export async function movePictures({ from, to, onProgress = () => {}, signal }: MoveInput): Promise<Moved> {
  const names = (await from.list()).filter(isImageFile)
  const moved: Moved = { copied: 0, there: 0, bytes: 0, gone: 0 }
  const known = new Set(await to.list())
  let next = 0
  let done = 0

  async function moveOne(name: string): Promise<void> {
    const content = await from.get(name)
    if (!content) {
      moved.gone += 1
      return
    }
    const isAt = async () => {
      const found = await to.get(name)
      return found !== undefined && hashOf(found) === hashOf(content)
    }
    if (known.has(name)) {
      if (await isAt()) {
        moved.there += 1
        return
      }
      await to.remove(name)
    }
    await to.put(name, content)
    if (!(await isAt())) throw new Error(`${name} was read back differently than it was written`)
    moved.copied += 1
    moved.bytes += content.length
  }
  async function work(): Promise<void> {
    for (let name = names[next++]; name !== undefined && !signal?.aborted; name = names[next++]) {
      await moveOne(name)
      onProgress({ done: ++done, total: names.length })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
  const failed = ended.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return moved
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
