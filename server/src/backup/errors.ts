/** A backup or a restore that was not made, for a reason that the operator can change. The message is one sentence. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
  /** So that the log of the job has one sentence, too. */
  override stack = ''
}

/** The archive is not what was written: cut off, changed, or something else. */
export class BackupDamaged extends BackupRefused {
  override name = 'BackupDamaged'
  constructor(file: string, what: string) {
    super(`${file} is damaged, and nothing was restored from it: ${what}.`)
  }
}
