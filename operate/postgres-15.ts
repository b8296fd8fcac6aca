/** The PostgreSQL 15 of Debian, on a folder of its own, for tests that move a shop between versions. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import type { DatabaseConnection } from '../server/src/platform/db/db.ts'

const programs = '/usr/lib/postgresql/15/bin'
export const hasPostgres15 = existsSync(path.join(programs, 'postgres'))

export async function startPostgres15(): Promise<{ connection: DatabaseConnection; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'postgres-15-'))
  const owner = await ownerOfPostgres()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const options = { ...owner, cwd: folder }
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'shop', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    options,
  )
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off']
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, ...settings], { ...options, stdio: 'ignore' })
  const ready = async () =>
    (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).includes('ready')
  await expect.poll(ready).toBe(true)
  return {
    connection: { host: folder, port: 5432, user: 'shop', database: 'postgres' },
    async stop() {
      server.kill('SIGINT')
      await once(server, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

/** PostgreSQL does not run as root. */
async function ownerOfPostgres(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((one) => one.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('there is no user postgres')
  return { uid: Number(uid), gid: Number(gid) }
}
