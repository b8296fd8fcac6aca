import { ShopError } from '../../platform/errors.ts'

/** The operator can change the reason why a backup or a restore was refused. The message is one sentence. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
  /** The log of the job gets one sentence, too. */
  override stack = ''
}

/** The archive differs from the written one: it is cut off, changed, or another file. */
export class BackupDamaged extends BackupRefused {
  override name = 'BackupDamaged'
  constructor(file: string, what: string) {
    super(`${file} is damaged, and nothing was restored from it: ${what}.`)
  }
}

/** Another download of a backup has not ended, or its folder can't be written. */
export class NoDownload extends ShopError<'UNAVAILABLE'> {
  constructor(sentence: string) {
    super('UNAVAILABLE', { sentence })
  }
}
