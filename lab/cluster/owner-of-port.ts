import { readdir, readFile, readlink } from 'node:fs/promises'

/** Which of these processes has a connection from this port of 127.0.0.1. Linux only. */
export async function ownerOfPort(port: number, pids: readonly number[]): Promise<number | undefined> {
  const from = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const connections = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/\s+/))
  const inode = connections.find(([, local]) => local === from)?.[9]
  for (const pid of pids) {
    const folder = `/proc/${pid}/fd`
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')),
    )
    if (files.includes(`socket:[${inode}]`)) return pid
  }
  return undefined
}
