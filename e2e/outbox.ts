/** The mails of the shop on one origin: it has no mail server and writes each mail to a file. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { dataVariable } from './set-ups.ts'

/** The shop's links in the mails with this recipient and subject, the oldest first; waits until there are `count`. */
export async function mailedLinks(recipient: string, subject: string, count: number): Promise<string[]> {
  let links: string[] = []
  await expect
    .poll(async () => {
      const mails = (await readMails()).filter(
        (mail) => mail.includes(`\r\nTo: ${recipient}\r\n`) && mail.includes(`\r\nSubject: ${subject}\r\n`),
      )
      links = mails.flatMap((mail) => /^https?:\/\/\S+\/auth\/\S+$/m.exec(decoded(mail))?.[0] ?? [])
      return links.length
    })
    .toBe(count)
  return links
}

async function readMails(): Promise<string[]> {
  const folder = path.join(process.env[dataVariable] ?? '', 'one-origin', 'outbox')
  const names = await readdir(folder).catch(() => [])
  const whole = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(whole.map((name) => readFile(path.join(folder, name), 'utf8')))
}

/** Decodes quoted-printable (RFC 2045 §6.7). */
function decoded(mail: string): string {
  return mail
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/=([\dA-F]{2})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
