import path from 'node:path'
import { folderTransport } from './folder-transport.ts'
import type { MailConfig } from './mail-config.ts'
import { smtpTransport } from './smtp-transport.ts'
import type { MailTransport } from './transport.ts'

/** SMTP where it is configured, else a folder under `dataDir` in which a developer or a test reads the mail. */
export function makeMailTransport(
  { smtpUrl, from }: Pick<MailConfig, 'smtpUrl' | 'from'>,
  dataDir: string,
): MailTransport {
  return smtpUrl === undefined ? folderTransport(path.join(dataDir, 'outbox'), from) : smtpTransport(smtpUrl, from)
}
