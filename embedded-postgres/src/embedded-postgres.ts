import { createHash } from 'node:crypto'
import { chown, mkdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBinaries } from './binaries.ts'
import { application, assertVersion, ensureCluster, superuser } from './cluster.ts'
import { lockDataFolder } from './instance-lock.ts'
import { chooseLauncher } from './launcher.ts'
import { clusterOwner, type Owner } from './owner.ts'
import { endOrphan, type Log, startPostmaster } from './postmaster.ts'
import { supervise } from './supervise.ts'

/** For a small application on a small machine: 39 MB resident when idle instead of 72, as fast as PostgreSQL's defaults. */
const smallProfile: Record<string, string> = {
  shared_buffers: '32MB',
  max_connections: '100',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  temp_buffers: '2MB',
  effective_cache_size: '256MB',
  wal_buffers: '1MB',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '1',
  autovacuum_worker_slots: '2',
  io_method: 'sync',
  jit: 'off',
  // The application logs the errors of its own queries. This log has crashes, recoveries and failed starts.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '',
}

export interface EmbeddedConnection {
  host: string
  port: number
  user: string
  database: string
}

export interface EmbeddedPostgres {
  /** The application's role and database. `host` is the folder of the unix socket; nothing listens on TCP. */
  connection: EmbeddedConnection
  /** The superuser, for work that the application itself must not do. */
  superuser: EmbeddedConnection
  /** Stop PostgreSQL and release the data folder. A second call waits for the same end. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Created if missing. The cluster is its subfolder `postgres`; other files may lie beside it. */
  dataDir: string
  log?: Log
  /** PostgreSQL settings that override the small profile. */
  settings?: Record<string, string>
}

const port = 5432

/**
 * Run PostgreSQL on a data folder until `stop()` or the end of this process. The first start creates the cluster;
 * PostgreSQL is started again when it dies, and shut down by a signal of the kernel when this process is killed.
 * @throws {DataFolderInUse} another live process runs PostgreSQL on this data folder
 * @throws {OtherPostgresVersion} the cluster was made by another major version of PostgreSQL
 * @throws {EmbeddedPostgresUnavailable} PostgreSQL cannot run on this machine
 * @throws {PostgresFailed} PostgreSQL ended before it was ready
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {} } = options
  const binaries = await findBinaries()
  await mkdir(options.dataDir, { recursive: true })
  const folder = await realpath(options.dataDir)
  const cluster = path.join(folder, 'postgres')
  const lock = await lockDataFolder(folder)
  try {
    await assertVersion(cluster, binaries.version)
    const owner = await clusterOwner(cluster)
    const launch = await chooseLauncher(binaries.postgres, folder, owner)
    await ensureCluster(cluster, binaries, launch, owner)
    await endOrphan(cluster, log)
    const socketFolder = await makeSocketFolder(cluster, owner)
    const settings = {
      ...smallProfile,
      ...options.settings,
      listen_addresses: '',
      port: String(port),
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
      connection: { host: socketFolder, port, ...application },
      superuser: { host: socketFolder, port, ...superuser },
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
 * The connection to the PostgreSQL that another process runs on a data folder now, for a caller that got `DataFolderInUse`.
 * Only the user who runs it, and root, can enter its socket's folder.
 */
export async function runningConnection(dataDir: string): Promise<EmbeddedConnection> {
  const cluster = path.join(await realpath(dataDir), 'postgres')
  return { host: socketFolderOf(cluster, await clusterOwner(cluster)), port, ...application }
}

/** A unix socket's path has at most 107 bytes, so the folder is in /tmp and not below the data folder. */
function socketFolderOf(cluster: string, owner: Owner | undefined): string {
  const uid = owner?.uid ?? process.getuid?.()
  const hash = createHash('sha256').update(`${uid} ${cluster}`).digest('hex').slice(0, 16)
  return `/tmp/postgres-${hash}`
}

/** Replaces the folder that a killed process left. */
async function makeSocketFolder(cluster: string, owner: Owner | undefined): Promise<string> {
  const folder = socketFolderOf(cluster, owner)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  if (owner) await chown(folder, owner.uid, owner.gid)
  return folder
}
