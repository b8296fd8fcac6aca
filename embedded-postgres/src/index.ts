export {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  runningConnection,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
export { DataFolderInUse, EmbeddedPostgresUnavailable, OtherPostgresVersion, PostgresFailed } from './errors.ts'
