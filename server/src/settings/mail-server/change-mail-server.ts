import type { MailServerChange } from '@camilan/contract/mail-server'
import type { Notice } from '@camilan/contract/notifications'
import type { SecretRemoval } from '@camilan/contract/payment-keys'
import {
  deletePassword,
  type GivenMailServer,
  lockStoredPassword,
  type MailServer,
  passwordName,
  writeMailServer,
} from '../../mail/transports/mail-server.ts'
import { isLoginRefused, smtpProblem, verifySmtp } from '../../mail/transports/smtp-transport.ts'
import { changedFields } from '../../people/audit/changed-fields.ts'
import { recordChange, settingsSubject } from '../../people/audit/record-change.ts'
import { confirmPassword } from '../../people/login/confirm-password.ts'
import { assertStillAllowed, type Caller } from '../../people/login/guards.ts'
import type { Client, Limits } from '../../people/users/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { InvalidForm } from '../../platform/errors.ts'
import type { Sealer } from '../../platform/sealed.ts'
import { storageProblem } from './storage-problem.ts'

export interface MailServerDeps {
  db: Db
  clock: Clock
  log: { info(details: object, message: string): void }
  mailServer: MailServer
  sealer: Sealer
  limits: Limits
  /** Notifies the administrators; the room of notifications comes later. */
  tell: (tx: Tx, notice: Notice, now: Date) => Promise<void>
}

/**
 * Use another mail server, after a test: the shop connects and logs in. Waiting mail is sent through it at once. The stored
 * password is kept only for its own host, port and user.
 * @throws {InvalidForm} the environment decides, the server does not work, or a password can't be stored; nothing is
 *   changed
 * @throws the refusals of {@link confirmPassword}
 */
export async function changeMailServer(
  { db, clock, log, mailServer, sealer, limits, tell }: MailServerDeps,
  by: Caller & Client,
  change: MailServerChange,
): Promise<void> {
  if (mailServer.locked.includes('SMTP_URL')) {
    throw new InvalidForm({ host: 'Server email diatur di server dengan SMTP_URL, jadi tidak bisa diubah di sini.' })
  }
  await confirmPassword({ db, limits }, by, change.current_password, clock())
  const { host, port, security, username } = change
  const given = change.password ?? undefined
  const before = mailServer.given()
  const password = username === null ? undefined : (given ?? keptPassword(before, change))
  if (username !== null && password === undefined) {
    throw new InvalidForm({
      password: before
        ? 'Isi lagi kata sandi server email: alamat, port, atau nama penggunanya berubah.'
        : 'Kata sandi server email wajib diisi.',
    })
  }
  const problem = username !== null && given !== undefined ? storageProblem(sealer) : null
  if (problem !== null) throw new InvalidForm({ password: problem })
  await verifySmtp({ host, port, security, username, password }).catch((error: unknown) => {
    throw new InvalidForm({ [isLoginRefused(error) ? 'password' : 'host']: smtpProblem(error, change) })
  })

  const sealed = username !== null && given !== undefined ? await sealer.seal(passwordName(change), given) : undefined
  const isSenderLocked = mailServer.locked.includes('MAIL_FROM')
  const senderName = isSenderLocked ? (before?.senderName ?? null) : change.sender_name
  const senderEmail = isSenderLocked ? (before?.senderEmail ?? null) : change.sender_email
  await transact(db, async (tx) => {
    const now = clock()
    await assertStillAllowed(tx, by, now)
    const sealedPassword = username === null ? null : (sealed ?? (await lockStoredPassword(tx, change)))
    const after = { host, port, security, username, senderName, senderEmail }
    await writeMailServer(tx, { ...after, sealedPassword, by: by.name }, now)
    const changes = [
      ...changedFields(auditedFields, before ? audited(before) : null, audited(after)),
      ...(given === undefined
        ? []
        : [{ field: 'mail_password', before: before?.password ? '••••' : null, after: '••••' }]),
    ]
    if (changes.length === 0) return
    await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
    await tell(tx, { kind: 'access-changed', to: 'admins', change: 'mail-server', by: by.name }, now)
  })
  await mailServer.readOwnChange()
  log.info({ by: by.id }, 'the mail server was changed')
}

/**
 * Remove the stored password of the mail server. Mail then waits until a new one is set, unless the environment has a
 * server. If none is stored, nothing is written.
 * @throws the refusals of {@link confirmPassword}
 */
export async function removeMailPassword(
  { db, clock, log, mailServer, limits, tell }: MailServerDeps,
  by: Caller & Client,
  { current_password }: SecretRemoval,
): Promise<void> {
  await confirmPassword({ db, limits }, by, current_password, clock())
  const isRemoved = await transact(db, async (tx) => {
    const now = clock()
    await assertStillAllowed(tx, by, now)
    if (!(await deletePassword(tx))) return false
    const changes = [{ field: 'mail_password', before: '••••', after: null }]
    await recordChange(tx, by, settingsSubject, { action: 'changed', changes }, now)
    await tell(tx, { kind: 'access-changed', to: 'admins', change: 'mail-password-removed', by: by.name }, now)
    return true
  })
  await mailServer.readOwnChange()
  if (isRemoved) log.info({ by: by.id }, 'the password of the mail server was removed')
}

const auditedFields = [
  'mail_host',
  'mail_port',
  'mail_security',
  'mail_username',
  'mail_sender_name',
  'mail_sender_email',
] as const

type Audited = Pick<GivenMailServer, 'host' | 'port' | 'security' | 'username' | 'senderName' | 'senderEmail'>

const audited = ({ host, port, security, username, senderName, senderEmail }: Audited) => ({
  mail_host: host,
  mail_port: port,
  mail_security: security,
  mail_username: username,
  mail_sender_name: senderName,
  mail_sender_email: senderEmail,
})

function keptPassword(
  before: GivenMailServer | undefined,
  { host, port, username }: Pick<MailServerChange, 'host' | 'port' | 'username'>,
): string | undefined {
  const isSame = before?.host === host && before.port === port && before.username === username
  return isSame ? before.password : undefined
}
