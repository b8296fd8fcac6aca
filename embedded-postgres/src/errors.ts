/** PostgreSQL can't run on this machine as it is. The message names the missing thing. */
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

/** PostgreSQL, or the program that sets a cluster up, has ended. The message is one line, with its reason. */
export class PostgresFailed extends Error {
  override name = 'PostgresFailed'
  /** The last lines of its output. */
  readonly lines: readonly string[]
  constructor(what: string, lines: readonly string[]) {
    const level = /^(FATAL|PANIC|initdb: error): +/
    const reason = lines.findLast((line) => level.test(line)) ?? lines.at(-1)
    super(reason === undefined ? what : `${what}: ${reason.replace(level, '')}`)
    this.lines = lines
  }
}
