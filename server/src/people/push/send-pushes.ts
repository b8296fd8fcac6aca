import { NotificationKind } from '@camilan/contract/notifications'
import { pushGroupOf, pushTitles } from '@camilan/contract/push'
import { type Selectable, sql } from 'kysely'
import { type Clock, days, earlier, hours, later, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { PushQueue } from '../../platform/db/db-types.ts'
import { claimDue, type DueWork, isClaimed, putOff } from '../../platform/jobs/due-work.ts'
import { LeaseLost } from '../../platform/jobs/lease.ts'
import { logRepeated } from '../../platform/log.ts'
import { AddressRefused, type Reach } from '../../platform/outgoing/public-request.ts'
import type { Sealer } from '../../platform/sealed.ts'
import { isTemporaryFailure } from '../../platform/temporary-failure.ts'
import { postPush } from './post-push.ts'
import { type PushKeys, pushKeys } from './push-keys.ts'

export interface PushDeps {
  db: Db
  clock: Clock
  sealer: Sealer
  /** The origin of the shop, which a push service may contact. */
  publicUrl: string
  reach: Reach
  log: { warn(details: object, message: string): void }
}

/** A silent service holds a place for ten seconds. */
const atOnce = 8
const maxAttempts = 5
const lifetimeMs = days(1)

export const pushWork: DueWork<'push_queue'> = {
  table: 'push_queue',
  key: ['notification_id', 'session_hash'],
  due: 'due_at',
  attempts: 'attempts',
  isOpen: sql<boolean>`attempts < ${sql.lit(maxAttempts)}`,
  longestPauseMs: hours(1),
  longestDelayMs: days(1), // the silent hours of a device
}

type Claimed = Selectable<PushQueue>

/**
 * Send what is due, to a few devices at a time and one after the other to each, without an open transaction. A device gets
 * each at least once, or never after a day or five failures. A service that knows the device no more ends its subscription.
 */
export async function sendPushes(deps: PushDeps, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const busy = new Set<Buffer>()
  let keys: Promise<PushKeys | undefined> | undefined
  let last: Promise<Claimed | undefined> = Promise.resolve(undefined)
  const claimNext = async () => {
    if (signal.aborted) return undefined
    const [row] = await claimDue(db, pushWork, clock(), { except: sql`session_hash = any(${[...busy]}::bytea[])` })
    if (row) busy.add(row.session_hash)
    return row
  }
  const claimInTurn = () => {
    last = last.then(claimNext)
    return last
  }
  const sendInTurn = async () => {
    for (let row = await claimInTurn(); row; row = await claimInTurn()) {
      keys ??= pushKeys(db, deps.sealer)
      await send(deps, await keys, row, signal).catch((error: unknown) => logFailure(deps, row, error))
      busy.delete(row.session_hash)
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, sendInTurn))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** It fails for a reason of its own, and has been put off: the others are sent. */
function logFailure({ log }: PushDeps, { attempts }: Claimed, error: unknown): void {
  if (isTemporaryFailure(error) || error instanceof LeaseLost) throw error
  logRepeated(log, 'warn', { err: error, attempts }, 'a push could not be made')
}

type Due = NonNullable<Awaited<ReturnType<typeof readDue>>>

function readDue(db: Db, { notification_id, session_hash, attempts }: Claimed) {
  return db
    .selectFrom('notifications')
    .innerJoin('push_subscriptions', (join) => join.on('session_hash', '=', session_hash))
    .leftJoin('orders', 'orders.id', 'order_id')
    .select([
      'kind',
      'order_id',
      'notifications.created_at',
      'endpoint',
      'p256dh',
      'auth',
      'groups',
      'quiet_from',
      'quiet_to',
    ])
    .select(sql<boolean>`coalesce(orders.user_id = notifications.user_id, false)`.as('is_buyers'))
    .select(sql<number>`${attempts}::int`.as('attempts'))
    .where('notifications.id', '=', notification_id)
    .executeTakeFirst()
}

async function send(deps: PushDeps, keys: PushKeys | undefined, row: Claimed, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  const due = await readDue(db, row)
  if (!due) return // deleted meanwhile, and with it its row
  if (!keys) throw new Error('there are no keys to sign pushes with')
  const kind = NotificationKind.parse(due.kind)
  const group = pushGroupOf(kind, due.is_buyers)
  if (!due.groups.includes(group) || due.created_at < earlier(now, lifetimeMs)) return forget(db, row)
  // A stranger with the keys or an account of the shop is dealt with at once.
  const quietUntil = kind === 'access-changed' ? undefined : endOfQuiet(due, now)
  if (quietUntil) return putOff(db, pushWork, row, quietUntil)
  const path = due.is_buyers ? '/my-order/order/' : '/admin/manage-orders/order/'
  const payload = {
    title: pushTitles[group],
    body: due.order_id ? `Pesanan #${due.order_id}` : 'Buka Notifikasi untuk melihatnya.',
    url: due.order_id ? path + due.order_id : due.is_buyers ? '/notifications' : '/admin/notifications',
    // A later one about the same order replaces the one before.
    tag: due.order_id ?? group,
  }
  const status = await post(deps, keys, due, JSON.stringify(payload), signal)
  if (status === 404 || status === 410) {
    await db.deleteFrom('push_subscriptions').where('session_hash', '=', row.session_hash).execute()
  } else if (status >= 200 && status < 500 && status !== 429) await forget(db, row)
}

/** @returns the status; 404 for an address that is not public, 0 if there was no answer */
async function post(deps: PushDeps, keys: PushKeys, due: Due, payload: string, signal: AbortSignal): Promise<number> {
  const { default: webPush } = await import('web-push')
  const { endpoint, p256dh, auth } = due
  try {
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: subjectOf(deps.publicUrl), ...keys },
      TTL: lifetimeMs / 1000,
      urgency: 'high',
    })
    const { headers, body } = details
    return await postPush({ endpoint, headers: headers as Record<string, string | number>, body }, deps.reach, signal)
  } catch (error) {
    if (error instanceof AddressRefused) return 404
    // Neither the endpoint, which alone lets send, nor the message, which may contain it.
    const details = { code: (error as { code?: string }).code, attempts: due.attempts }
    logRepeated(deps.log, 'warn', details, 'a push could not be sent')
    return 0
  }
}

/** Push services accept an https URL or a mail address. */
const subjectOf = (publicUrl: string) => (publicUrl.startsWith('https:') ? publicUrl : 'mailto:toko@localhost.invalid')

async function forget(db: Db, row: Claimed): Promise<void> {
  await db.deleteFrom('push_queue').where(isClaimed(pushWork, row)).execute()
}

/** The time for which a push that failed for good is listed. */
const failedStayMs = days(4)

export async function deleteFailedPushes(db: Db, now: Date): Promise<void> {
  const failed = db.deleteFrom('push_queue').where('attempts', '>=', maxAttempts)
  await failed.where('due_at', '<', earlier(now, failedStayMs)).execute()
}

/** Undefined outside of the silent hours, which may go over midnight in Jakarta. */
export function endOfQuiet({ quiet_from: from, quiet_to: to }: Pick<Due, 'quiet_from' | 'quiet_to'>, now: Date) {
  if (from === null || to === null || from === to) return undefined
  const minuteOfDay = (now.getUTCHours() * 60 + now.getUTCMinutes() + 7 * 60) % 1440
  const sinceStart = (minuteOfDay - from * 60 + 1440) % 1440
  const length = ((to - from + 24) % 24) * 60
  return sinceStart < length ? later(now, minutes(length - sinceStart)) : undefined
}
