import type { OwnAccountDeps } from '../accounts/make-own-account.ts'
import type { MailServer } from '../mail/mail-server.ts'
import type { KeyEnvironment } from '../payment-keys/key-sets.ts'
import type { Settings } from '../settings/settings.ts'

export interface SetupDeps extends OwnAccountDeps {
  settings: Pick<Settings, 'current' | 'base'>
  /** Whether the configuration asks for samples. */
  demoData: boolean
  keySets: { current(): { environment: KeyEnvironment } | undefined }
  mailServer: Pick<MailServer, 'source' | 'given'>
  backup: {
    /** 0: the shop makes none by itself. */
    everyHours: number
    /** Whether the backups survive the disk of the database. */
    isElsewhere: () => Promise<boolean>
  }
}
