import { statfs } from 'node:fs/promises'

/** Enough for the files of a few pictures and for what the database writes in a short time. */
const minFreeBytes = 16 * 1024 * 1024

/** Whether the disk of a folder has room for more. */
export async function hasFreeSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= minFreeBytes
}
