import path from 'node:path'
import type { MailConfig } from '../platform/config/mail-config.ts'
import { folderTransport } from './folder-transport.ts'
import { smtpTransport } from './smtp-transport.ts'
import type { MailTransport } from './transport.ts'

/** SMTP where it is configured, else a folder under `dataDir` in which a developer or a test reads the mail. */
export function makeMailTransport({ smtpUrl, from }: MailConfig, dataDir: string): MailTransport {
  return smtpUrl === undefined ? folderTransport(path.join(dataDir, 'outbox'), from) : smtpTransport(smtpUrl, from)
}
