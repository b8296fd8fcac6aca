export {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  runningConnection,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
export { DataFolderInUse, EmbeddedPostgresUnavailable, OtherPostgresVersion } from './errors.ts'
