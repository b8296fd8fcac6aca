/** PostgreSQL cannot run on this machine as it is; the message says what is missing. */
export class EmbeddedPostgresUnavailable extends Error {
  override name = 'EmbeddedPostgresUnavailable'
}

/** Another live process runs PostgreSQL on this data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  constructor(folder: string) {
    super(`Another process runs PostgreSQL on the data folder ${folder}.`)
  }
}
