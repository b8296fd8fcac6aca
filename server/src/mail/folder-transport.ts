import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { compose } from './compose.ts'
import type { MailConfig } from './mail-config.ts'
import type { MailTransport } from './transport.ts'

/** A file for each mail, named by its time and id: a mail program opens it. Only the shop's own user may look. */
export function folderTransport(folder: string, from: MailConfig['from']): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(compose(mail, from))
      const name = `${mail.created_at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${mail.id}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = path.join(folder, `${name}.part`)
      await writeFile(unfinished, message, { mode: 0o600, flush: true })
      await rename(unfinished, path.join(folder, name))
    },
  }
}
