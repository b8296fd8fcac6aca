import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'

/** Enough for the files of a few pictures and for the writes of the database in a short time. */
const minFreeBytes = 16 * 1024 * 1024

export interface DiskSpace {
  freeBytes: number
  sizeBytes: number
}

/** The disk of a folder, or of the folder in which it will be made. */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(await existing(folder))
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

export async function hasFreeSpace(folder: string): Promise<boolean> {
  const { freeBytes } = await diskSpace(folder)
  return freeBytes >= minFreeBytes
}

export async function onSameDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([stat(await existing(one)), stat(await existing(other))])
  return first.dev === second.dev
}

async function existing(folder: string): Promise<string> {
  const parent = path.dirname(folder)
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || parent === folder) throw error
  })
  return found ? folder : existing(parent)
}
