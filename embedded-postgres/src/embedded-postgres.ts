import { createHash } from 'node:crypto'
import { chown, mkdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBinaries } from './binaries.ts'
import { APP, ensureCluster, SUPERUSER } from './cluster.ts'
import { lockDataFolder } from './instance-lock.ts'
import { chooseLauncher } from './launcher.ts'
import { clusterOwner, type Owner } from './owner.ts'
import { endOrphan, type Log, startPostmaster } from './postmaster.ts'
import { smallProfile } from './settings.ts'
import { supervise } from './supervise.ts'

export { DataFolderInUse } from './instance-lock.ts'

export type EmbeddedConnection = { host: string; port: number; user: string; database: string }

export type EmbeddedPostgres = {
  /** The server's own role and database. `host` is the folder of the unix socket; nothing listens on TCP. */
  connection: EmbeddedConnection
  /** The superuser, for what the server itself must not do. */
  superuser: EmbeddedConnection
  /** Stop PostgreSQL and free the data folder. A second call waits for the first. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  /** The server's data folder (DATA_DIR), created when missing; the cluster is its subfolder `postgres`. */
  dataDir: string
  log?: Log
  /** PostgreSQL settings that win over the small profile. */
  settings?: Record<string, string>
}

const PORT = 5432 // names the socket's file only

/**
 * Run a PostgreSQL of our own on a data folder, until `stop()` or the end of this process. It is created at the first
 * start, started again when it dies, and shut down by the kernel's signal when this process is killed.
 * @throws {DataFolderInUse} another live server has this data folder
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {} } = options
  const binaries = await findBinaries()
  await mkdir(options.dataDir, { recursive: true })
  const folder = await realpath(options.dataDir)
  const cluster = path.join(folder, 'postgres')
  const lock = await lockDataFolder(folder)
  try {
    const owner = await clusterOwner(cluster)
    const launch = await chooseLauncher(binaries.postgres, folder, owner)
    await ensureCluster(cluster, binaries, launch, owner)
    await endOrphan(cluster, log)
    const socketFolder = await makeSocketFolder(cluster, owner)
    const settings = {
      ...smallProfile,
      ...options.settings,
      listen_addresses: '',
      port: String(PORT),
      unix_socket_directories: socketFolder,
    }
    const start = (signal: AbortSignal) =>
      startPostmaster({ postgres: binaries.postgres, cluster, settings, launch, log }, signal)

    const stopping = new AbortController()
    const supervised = supervise(await start(stopping.signal), start, log, stopping.signal)
    const stopped = supervised.finally(async () => {
      await rm(socketFolder, { recursive: true, force: true })
      await lock.release()
    })
    return {
      connection: { host: socketFolder, port: PORT, ...APP },
      superuser: { host: socketFolder, port: PORT, ...SUPERUSER },
      stop() {
        stopping.abort()
        return stopped
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * How to reach the PostgreSQL of a server that is running on a data folder now, as it is refused a second one.
 * Only for who may enter its socket's folder: the same user, or root.
 */
export async function runningConnection(dataDir: string): Promise<EmbeddedConnection> {
  const cluster = path.join(await realpath(dataDir), 'postgres')
  return { host: socketFolderOf(cluster, await clusterOwner(cluster)), port: PORT, ...APP }
}

/** Unix socket paths end at 107 bytes, so the folder is a short one in /tmp and not below the data folder. */
function socketFolderOf(cluster: string, owner: Owner | undefined): string {
  const uid = owner?.uid ?? process.getuid?.()
  const hash = createHash('sha256').update(`${uid} ${cluster}`).digest('hex').slice(0, 16)
  return `/tmp/postgres-${hash}`
}

/** Made anew: a killed server leaves its own. */
async function makeSocketFolder(cluster: string, owner: Owner | undefined): Promise<string> {
  const folder = socketFolderOf(cluster, owner)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  if (owner) await chown(folder, owner.uid, owner.gid)
  return folder
}
