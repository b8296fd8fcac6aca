import path from 'node:path'
import type { MailConfig } from '../platform/mail-config.ts'
import { folderPostman } from './folder-postman.ts'
import type { Postman } from './postman.ts'
import { smtpPostman } from './smtp-postman.ts'

/** By SMTP where that is configured, else into a folder, where a developer or a test reads it. */
export function makePostman({ smtpUrl, from }: MailConfig, dataDir: string): Postman {
  return smtpUrl === undefined ? folderPostman(path.join(dataDir, 'outbox'), from) : smtpPostman(smtpUrl, from)
}
