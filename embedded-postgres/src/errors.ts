/** PostgreSQL cannot run on this machine as it is; the message says what is missing. */
export class EmbeddedPostgresUnavailable extends Error {
  override name = 'EmbeddedPostgresUnavailable'
}

/** The data folder has the cluster of another major version of PostgreSQL, which this one can't read. */
export class OtherPostgresVersion extends Error {
  override name = 'OtherPostgresVersion'
  constructor(folder: string, found: string, ours: string) {
    super(`The data folder ${folder} belongs to PostgreSQL ${found}, and this is PostgreSQL ${ours}.`)
  }
}

/** Another live process runs PostgreSQL on this data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
  constructor(folder: string) {
    super(`Another process runs PostgreSQL on the data folder ${folder}.`)
  }
}
