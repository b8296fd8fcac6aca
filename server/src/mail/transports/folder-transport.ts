import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MailConfig } from '../config.ts'
import type { MailTransport } from '../transport.ts'
import { nodemailerMessage } from './nodemailer-message.ts'

/** Writes each mail to an .eml file named by its time and id, which only the server's system user can read. */
export function folderTransport(folder: string, from: MailConfig['from']): MailTransport {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer') // loaded with the first mail, because it would make each start longer
      const transporter = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }) // as mails are sent
      const { message } = await transporter.sendMail(nodemailerMessage(mail, from))
      const name = `${mail.created_at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${mail.id}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = path.join(folder, `${name}.part`)
      try {
        await writeFile(unfinished, message, { mode: 0o600, flush: true })
        await rename(unfinished, path.join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
  }
}
