/** Troubles of the shop. The administrators are notified when one begins, daily while it lasts, and when it is over. */
import { type Notice, sentenceOf } from '@camilan/contract/notifications'
import type { AlarmName, MailKind } from '@camilan/contract/settings'
import type { Sender } from '../../mail/mail-content.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { renderMail } from '../../mail/render-mail.ts'
import { type Clock, days, earlier, later } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { notify } from './notify.ts'

export interface AlarmDeps {
  db: Db
  clock: Clock
  sender: Sender
  /** The alarms that the administrators want. Undefined: all. */
  isWanted?: (name: AlarmName) => boolean
}

type AlarmNotice = Extract<Notice, { to: 'admins' }>

const repeatMs = days(1)

/**
 * Report a trouble. A second call within a day has no effect, in any process.
 * @returns whether the administrators were notified
 */
export async function raiseAlarm(deps: AlarmDeps, name: AlarmName, notice: AlarmNotice): Promise<boolean> {
  if (!isWanted(deps, name)) return false
  const now = deps.clock()
  return transact(deps.db, async (tx) => {
    const claimed = await tx
      .insertInto('alarms')
      .values({ name, began_at: now, told_at: now, message: sentenceOf(notice) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ told_at: now, message: sentenceOf(notice) })
          .where((row) =>
            row.or([row('alarms.told_at', '<=', earlier(now, repeatMs)), row('alarms.told_at', '>', now)]),
          ),
      )
      .returning('name')
      .executeTakeFirst()
    const subject = `${deps.sender.shopName} perlu perhatian`
    if (claimed) await tell(tx, deps.sender, name, notice, { subject, mailKind: 'alarm' }, now)
    return claimed !== undefined
  })
}

/** Report that the trouble is over. Without an earlier report it has no effect. @returns whether anybody was notified */
export function endAlarm(deps: AlarmDeps, name: AlarmName, notice: AlarmNotice): Promise<boolean> {
  const now = deps.clock()
  return transact(deps.db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('alarms').where('name', '=', name).executeTakeFirst()
    if (numDeletedRows === 0n || !isWanted(deps, name)) return false
    const subject = `${deps.sender.shopName}: masalah teratasi`
    await tell(tx, deps.sender, name, notice, { subject, mailKind: 'alarm-over' }, now)
    return true
  })
}

const isWanted = ({ isWanted = () => true }: AlarmDeps, name: AlarmName) => isWanted(name)

/** When the administrators were first told of this trouble; undefined if it does not last. */
export async function alarmBeganAt(db: Db, name: AlarmName): Promise<Date | undefined> {
  const row = await db.selectFrom('alarms').select('began_at').where('name', '=', name).executeTakeFirst()
  return row?.began_at
}

/** The sentences of those troubles of which the administrators were told and that last. */
export async function messagesOfAlarms(db: Db, names: readonly AlarmName[]): Promise<string[]> {
  const rows = await db
    .selectFrom('alarms')
    .select('message')
    .where('name', 'in', names)
    .where('message', 'is not', null)
    .$narrowType<{ message: string }>()
    .orderBy('began_at')
    .execute()
  return rows.map(({ message }) => message)
}

async function tell(
  tx: Tx,
  sender: Sender,
  name: AlarmName,
  notice: AlarmNotice,
  { subject, mailKind }: { subject: string; mailKind: MailKind },
  now: Date,
): Promise<void> {
  await notify(tx, [notice], now)
  const { publicUrl, sends = () => true } = sender
  // A mail about the mail server would wait with all other mail.
  const mailWaits = notice.kind === 'mail-stuck' || (name !== 'mail' && (await alarmBeganAt(tx, 'mail')) !== undefined)
  if (mailWaits || !sends(mailKind)) return
  const content = renderMail(sender, {
    subject,
    paragraphs: [sentenceOf(notice)],
    action: { label: 'Buka Notifikasi', url: `${publicUrl}/notifications` },
  })
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('is_admin', '=', true)
    .where('is_demo', '=', false)
    .orderBy('id')
    .execute()
  const expiresAt = later(now, repeatMs)
  for (const { email } of admins) await queueMail(tx, { recipient: email, expiresAt, ...content }, now)
}
