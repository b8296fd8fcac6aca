import {
  DataFolderInUse,
  EmbeddedPostgresUnavailable,
  OtherPostgresVersion,
  PostgresFailed,
} from '@camilan/embedded-postgres'
import { StoreAway } from '../media/stores/s3-client.ts'
import { StoreRefused } from '../media/stores/s3-store.ts'
import { BackupRefused } from '../office/backup/errors.ts'
import { SandboxInUse } from '../payments/keys/lock-sandbox.ts'
import { InvalidAdmin } from '../people/users/errors.ts'
import { commandLine } from '../platform/command-line.ts'
import { InvalidConfig } from '../platform/config/read-environment.ts'
import { isLostConnection, isQueryTimeout } from '../platform/db/connections/db-failure.ts'
import { SessionsUnprotected } from '../platform/db/connections/session-settings.ts'
import { MigrationRefused } from '../platform/db/migrations/migrate.ts'
import { PagesUnavailable } from '../platform/pages/web-build.ts'

/** The server can't listen; the cause is Node's error. */
export class CannotListen extends Error {
  override name = 'CannotListen'
  /** The variable of the port. */
  readonly variable: string
  constructor({ host, port, variable = 'PORT' }: { host: string; port: number; variable?: string }, cause: unknown) {
    super(`cannot listen on ${host}, port ${port}`, { cause })
    this.variable = variable
  }
}

/** The errors whose message is for the operator. */
const ownRefusals = [
  BackupRefused,
  InvalidAdmin,
  InvalidConfig,
  MigrationRefused,
  PagesUnavailable,
  SandboxInUse,
  SessionsUnprotected,
  StoreAway,
  StoreRefused,
]

/** The message for an error that the operator can fix, with advice. Undefined for every other error. */
export function adviceFor(error: unknown): string | undefined {
  if (ownRefusals.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof DataFolderInUse) {
    return `${error.message} Stop it, or set DATA_DIR to another folder.`
  }
  if (error instanceof OtherPostgresVersion) {
    return `${error.message.slice(0, -1)}: make a backup with the release that you used until now (${commandLine('backup')}), and restore it with this one into a new DATA_DIR (${commandLine('restore', 'FILE')}).`
  }
  if (error instanceof EmbeddedPostgresUnavailable) {
    return `${error.message} Or set DATABASE_URL to use a PostgreSQL server of your own.`
  }
  if (error instanceof PostgresFailed) return postgresAdvice(error)
  if (error instanceof CannotListen) return listenAdvice(error)
  return databaseAdvice(error) ?? folderAdvice(error)
}

/** If PostgreSQL fails for another reason than its disk, such as a damaged cluster, its last lines are the advice. */
function postgresAdvice({ message, lines }: PostgresFailed): string {
  if (/No space left on device|Disk quota exceeded/.test(message))
    return `The disk of DATA_DIR is full: make room, and start again (${message}).`
  if (/Read-only file system|Permission denied/.test(message))
    return `DATA_DIR can't be written: correct its disk or its owner, or set it to another folder (${message}).`
  return [message, ...lines].join('\n  ')
}

/** An error with the place in the code that made it. */
export function inOneLine(error: unknown): string {
  const [, place] = (error instanceof Error && /\n\s+(at .+)/.exec(error.stack ?? '')) || []
  return [String(error).replaceAll(/\s+/g, ' '), place].filter((part) => part !== undefined).join(' ')
}

const listenReasons: Record<string, string> = {
  EADDRINUSE: 'another program listens there: stop it, or set PORT to another port',
  EACCES: 'only root may use ports below 1024: set PORT to another one, and put a proxy in front',
  EADDRNOTAVAIL: 'this machine does not have that address: set HOST to one of its own',
  ENOTFOUND: 'there is no such address: set HOST to an IP address of this machine',
}

function listenAdvice({ message, cause, variable }: CannotListen): string {
  const { code = '', message: reason } = cause as NodeJS.ErrnoException
  return `The shop ${message}: ${listenReasons[code]?.replace('PORT', variable) ?? reason}.`
}

/** Refusals of PostgreSQL by their code. PostgreSQL's own message names the missing thing. */
const databaseReasons: Record<string, string> = {
  '28P01': 'correct the user and the password in DATABASE_URL',
  '28000': 'correct the user in DATABASE_URL, or let the server accept it (pg_hba.conf)',
  '3D000': 'create the database, or correct its name in DATABASE_URL',
  '42501': 'let the role of DATABASE_URL create and own the tables (deploy/role.sql)',
  '53300': 'set max_connections of the server higher, or DATABASE_CONNECTIONS lower',
  '53100': 'make room on its disk',
  '25006': 'DATABASE_URL leads to a replica: name the primary server',
}

const isRefusedCertificate = /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_)/

function databaseAdvice(error: unknown): string | undefined {
  for (const one of withCauses(error)) {
    const { code = '', message, hostname } = one as NodeJS.ErrnoException & { hostname?: string }
    const way = databaseReasons[code]
    if (way !== undefined) return `PostgreSQL refused (${message}): ${way}.`
    if (/does not support SSL connections/.test(message))
      return 'The PostgreSQL server of DATABASE_URL has no TLS: remove sslmode, or turn TLS on there.'
    if (isRefusedCertificate.test(code))
      return `The certificate of the PostgreSQL server is not accepted (${message.split(';')[0]}): name the file of the CA that signed it as sslrootcert in DATABASE_URL, and its host as the certificate does.`
    if (/^SASL: .* password must be/.test(message))
      return 'PostgreSQL asks for a password, and DATABASE_URL has none: postgres://user:password@host/database.'
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return `The database can't be reached, as the name ${hostname} is not known: correct the host in DATABASE_URL.`
    if (isLostConnection(one) || isQueryTimeout(one))
      return `The database can't be reached (${message || code}): start PostgreSQL, or correct DATABASE_URL.`
  }
  return undefined
}

/** The error, its cause, and so on; also the parts of an aggregate error. */
function withCauses(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const parts = error instanceof AggregateError ? error.errors.flatMap(withCauses) : []
  return [...parts, error, ...withCauses(error.cause)]
}

function folderAdvice(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  // An error while writing names no file.
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of ${path ?? 'DATA_DIR'} is full: make room, and start again.`
  if (path === undefined || syscall === 'spawn') return undefined
  // Node reports a read-only file system as ENOENT.
  if (syscall === 'mkdir' && ['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code))
    return `This user can't make the folder ${path}: set DATA_DIR to a folder of its own.`
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not use ${path}: change its owner, or the setting that names it.`
  if (code === 'ENOTDIR' || code === 'EEXIST') return `${path} is no folder: change the setting that names it.`
  if (code === 'ENOENT' && syscall === 'open') return `${path} does not exist: correct the setting that names it.`
  if (code === 'EROFS')
    return `${path} can't be written, as its file system is read-only: change the setting that names it.`
  return undefined
}
