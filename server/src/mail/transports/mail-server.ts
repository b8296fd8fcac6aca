/** The present mail server: that of the environment, else that of the browser, else a folder. */
import path from 'node:path'
import type { MailSecurity } from '@camilan/contract/mail-server'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type Broadcast, publish } from '../../platform/events/broadcast.ts'
import { type Followed, follow } from '../../platform/events/follow.ts'
import type { Sealer } from '../../platform/sealed.ts'
import type { MailConfig } from '../config.ts'
import { MailPasswordMissing } from '../errors.ts'
import { mailTopic } from '../queue-mail.ts'
import type { MailTransport } from '../transport.ts'
import { folderTransport } from './folder-transport.ts'
import { smtpTransport } from './smtp-transport.ts'

/** The address of the server, and the user who logs in. */
export interface MailHost {
  host: string
  port: number
  security: MailSecurity
  username: string | null
}

export interface GivenMailServer extends MailHost {
  /** Undefined: no password was set, or it can't be decrypted. */
  password: string | undefined
  /** True also for a password that can't be decrypted. */
  isPasswordStored: boolean
  senderName: string | null
  senderEmail: string | null
  setAt: Date
  setBy: string
}

export interface MailServer extends Followed {
  /** `folder`: mail reaches nobody. */
  source(): 'environment' | 'browser' | 'folder'
  /** The server that was set in the browser. It is used unless the environment names one. */
  given(): GivenMailServer | undefined
  sender(): MailConfig['from']
  /** The variables of the environment that decide. */
  locked: readonly ('SMTP_URL' | 'MAIL_FROM')[]
  /** Sends each mail with the present settings. */
  transport: MailTransport
}

export interface MailServerDeps {
  db: Db
  broadcast: Broadcast
  sealer: Sealer
  config: MailConfig
  dataDir: string
  shopName: () => string
}

const topic = 'mail-server'
/** An event can be lost. The setting is read again after this time. */
const rereadMs = 30_000

/** The name under which the password is encrypted: it can't be decrypted for another host, port or user. */
export const passwordName = ({ host, port, username }: Pick<MailHost, 'host' | 'port' | 'username'>): string =>
  `mail-password/${JSON.stringify([host, port, username])}`

export async function openMailServer(deps: MailServerDeps): Promise<MailServer> {
  const { db, broadcast, sealer, config, dataDir, shopName } = deps
  let given: GivenMailServer | undefined

  async function read(): Promise<boolean> {
    const row = await db.selectFrom('mail_server').selectAll().executeTakeFirst()
    if (!row) {
      given = undefined
      return true
    }
    const { host, port, username, sealed_password: sealed } = row
    given = {
      host,
      port,
      username,
      security: row.security === 'tls' ? 'tls' : 'starttls',
      password: sealed === null ? undefined : sealer.open(passwordName({ host, port, username }), sealed),
      isPasswordStored: sealed !== null,
      senderName: row.sender_name,
      senderEmail: row.sender_email,
      setAt: row.set_at,
      setBy: row.set_by,
    }
    return true
  }

  const hasOwnSender = config.isFromSet
  const sender = (): MailConfig['from'] => ({
    name: config.isNamedAfterShop ? ((hasOwnSender ? null : given?.senderName) ?? shopName()) : config.from.name,
    address: (hasOwnSender ? null : given?.senderEmail) ?? config.from.address,
  })

  function transportOfNow(): MailTransport {
    if (config.smtpUrl !== undefined) return smtpTransport({ url: config.smtpUrl }, sender())
    if (!given) return folderTransport(path.join(dataDir, 'outbox'), sender())
    if (given.username !== null && given.password === undefined) throw new MailPasswordMissing()
    return smtpTransport(given, sender())
  }

  const followed = await follow(read, { broadcast, topic, rereadMs })
  return {
    ...followed,
    source: () => (config.smtpUrl !== undefined ? 'environment' : given ? 'browser' : 'folder'),
    given: () => given,
    sender,
    locked: [
      ...(config.smtpUrl === undefined ? [] : ['SMTP_URL' as const]),
      ...(hasOwnSender ? ['MAIL_FROM' as const] : []),
    ],
    transport: { send: async (mail, signal) => transportOfNow().send(mail, signal) },
  }
}

export type MailServerWrite = MailHost & {
  sealedPassword: Buffer | null
  senderName: string | null
  senderEmail: string | null
  by: string
}

/** Mail that waits for a server that failed is tried again at once. */
export async function writeMailServer(tx: Tx, { by, ...given }: MailServerWrite, now: Date): Promise<void> {
  const values = {
    host: given.host,
    port: given.port,
    security: given.security,
    username: given.username,
    sealed_password: given.sealedPassword,
    sender_name: given.senderName,
    sender_email: given.senderEmail,
    set_at: now,
    set_by: by,
  }
  await tx
    .insertInto('mail_server')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute()
  await tx
    .updateTable('mail_outbox')
    .set({ next_attempt_at: now })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('next_attempt_at', '>', now)
    .execute()
  await publish(tx, { topic, event: 'changed', data: null }, { topic: mailTopic, event: 'queued', data: null })
}

/** @returns false if there is none */
export async function deletePassword(tx: Tx): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_server')
    .set({ sealed_password: null })
    .where('sealed_password', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await publish(tx, { topic, event: 'changed', data: null })
  return numUpdatedRows > 0n
}

/** The stored password of this host, port and user, still encrypted. It is locked against other changes. */
export async function lockStoredPassword(tx: Tx, { host, port, username }: MailHost): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('mail_server')
    .select('sealed_password')
    .where('host', '=', host)
    .where('port', '=', port)
    .where('username', '=', username)
    .forUpdate()
    .executeTakeFirst()
  return row?.sealed_password ?? null
}
