import { DataFolderInUse, EmbeddedPostgresUnavailable, OtherPostgresVersion } from '@camilan/embedded-postgres'
import { BackupRefused } from './backup/errors.ts'
import { StoreAway } from './media/s3-client.ts'
import { StoreRefused } from './media/s3-store.ts'
import { SandboxInUse } from './payments/lock-sandbox.ts'
import { InvalidConfig } from './platform/config/read-environment.ts'
import { MigrationRefused } from './platform/db/migrate.ts'

const withAdvice = [BackupRefused, InvalidConfig, MigrationRefused, SandboxInUse, StoreAway, StoreRefused]

/** What to print for an error that the operator can fix, with advice; undefined for every other error. */
export function adviceFor(error: unknown): string | undefined {
  if (withAdvice.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof DataFolderInUse) {
    return `${error.message} Stop it, or set DATA_DIR to another folder.`
  }
  if (error instanceof OtherPostgresVersion) {
    return `${error.message.slice(0, -1)}: make a backup with the release that you used until now (npm run backup), and restore it with this one into a new DATA_DIR (npm run restore FILE).`
  }
  if (error instanceof EmbeddedPostgresUnavailable) {
    return `${error.message} Or set DATABASE_URL to use a PostgreSQL server of your own.`
  }
  return undefined
}
