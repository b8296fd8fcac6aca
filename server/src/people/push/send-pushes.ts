import { NotificationKind } from '@camilan/contract/notifications'
import { pushGroupOf, pushTitles } from '@camilan/contract/push'
import { sql } from 'kysely'
import { type Clock, days, earlier, later, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { isDelayOver } from '../../platform/db/stored-moments.ts'
import { LeaseLost } from '../../platform/jobs/lease.ts'
import { logRepeated } from '../../platform/log.ts'
import type { Sealer } from '../../platform/sealed.ts'
import { isTemporaryFailure } from '../../platform/temporary-failure.ts'
import { AddressRefused, postPush, type Reach } from './post-push.ts'
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

/**
 * Send what is due, to a few devices at a time and one after the other to each, without an open transaction. A device gets
 * each at least once, or never after a day or five failures. A service that knows the device no more ends its subscription.
 */
export async function sendPushes(deps: PushDeps, signal: AbortSignal): Promise<void> {
  const keys = (await isAnyDue(deps)) ? await pushKeys(deps.db, deps.sealer) : undefined
  if (!keys) return
  const busy = new Set<Buffer>()
  let last: Promise<Due | undefined> = Promise.resolve(undefined)
  const claimNext = async () => {
    const due = signal.aborted ? undefined : await claim(deps.db, deps.clock(), busy)
    if (due) busy.add(due.session_hash)
    return due
  }
  const claimInTurn = () => {
    last = last.then(claimNext)
    return last
  }
  const sendInTurn = async () => {
    for (let due = await claimInTurn(); due; due = await claimInTurn()) {
      await send(deps, keys, due, signal).catch((error: unknown) => endAfterFailure(deps, due, error))
      busy.delete(due.session_hash)
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, sendInTurn))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

async function isAnyDue({ db, clock }: PushDeps): Promise<boolean> {
  const due = db.selectFrom('push_queue').select('attempts').where(isDue(clock())).limit(1)
  return (await due.executeTakeFirst()) !== undefined
}

/** A device may be silent for a day. */
const isDue = (now: Date) => isDelayOver('due_at', days(1), now)

type Due = NonNullable<Awaited<ReturnType<typeof claim>>>

/** The next attempt is put off first, so that a process that dies in between does not repeat it without end. */
async function claim(db: Db, now: Date, busy: ReadonlySet<Buffer>) {
  const { rows } = await sql<{
    notification_id: string
    session_hash: Buffer
    attempts: number
    kind: string
    order_id: string | null
    created_at: Date
    is_buyers: boolean
    endpoint: string
    p256dh: string
    auth: string
    groups: string[]
    quiet_from: number | null
    quiet_to: number | null
  }>`
    with claimed as (
      update push_queue set attempts = attempts + 1, due_at = ${now}::timestamptz + make_interval(mins => (2 ^ attempts)::int)
      where (notification_id, session_hash) = (
        select notification_id, session_hash from push_queue
        where ${isDue(now)} and session_hash <> all(${[...busy]}::bytea[]) order by due_at limit 1
        for update skip locked
      ) returning *
    )
    select claimed.notification_id, claimed.session_hash, attempts, kind, order_id, notifications.created_at,
      coalesce(orders.user_id = notifications.user_id, false) as is_buyers,
      endpoint, p256dh, auth, groups, quiet_from, quiet_to
    from claimed join notifications on notifications.id = notification_id
    join push_subscriptions on push_subscriptions.session_hash = claimed.session_hash
    left join orders on orders.id = order_id`.execute(db)
  return rows[0]
}

/** It fails for a reason of its own, and has been put off: the others are sent. */
async function endAfterFailure({ db, log }: PushDeps, due: Due, error: unknown): Promise<void> {
  if (isTemporaryFailure(error) || error instanceof LeaseLost) throw error
  logRepeated(log, 'warn', { err: error, kind: due.kind, attempts: due.attempts }, 'a push could not be made')
  if (due.attempts >= maxAttempts) await forget(db, due)
}

async function send(deps: PushDeps, keys: PushKeys, due: Due, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  const kind = NotificationKind.parse(due.kind)
  const group = pushGroupOf(kind, due.is_buyers)
  if (!due.groups.includes(group) || due.created_at < earlier(now, lifetimeMs)) return forget(db, due)
  // A stranger with the keys or an account of the shop is dealt with at once.
  const quietUntil = kind === 'access-changed' ? undefined : endOfQuiet(due, now)
  if (quietUntil) return putOff(db, due, quietUntil)
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
    await db.deleteFrom('push_subscriptions').where('session_hash', '=', due.session_hash).execute()
  } else if ((status >= 200 && status < 500 && status !== 429) || due.attempts >= maxAttempts) await forget(db, due)
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

const ofQueue = (db: Db, { notification_id, session_hash }: Due) => ({
  delete: db
    .deleteFrom('push_queue')
    .where('notification_id', '=', notification_id)
    .where('session_hash', '=', session_hash),
  update: db
    .updateTable('push_queue')
    .where('notification_id', '=', notification_id)
    .where('session_hash', '=', session_hash),
})

async function forget(db: Db, due: Due): Promise<void> {
  await ofQueue(db, due).delete.execute()
}

async function putOff(db: Db, due: Due, until: Date): Promise<void> {
  await ofQueue(db, due)
    .update.set({ due_at: until, attempts: due.attempts - 1 })
    .execute()
}

/** Undefined outside of the silent hours, which may go over midnight in Jakarta. */
export function endOfQuiet({ quiet_from: from, quiet_to: to }: Pick<Due, 'quiet_from' | 'quiet_to'>, now: Date) {
  if (from === null || to === null || from === to) return undefined
  const minuteOfDay = (now.getUTCHours() * 60 + now.getUTCMinutes() + 7 * 60) % 1440
  const sinceStart = (minuteOfDay - from * 60 + 1440) % 1440
  const length = ((to - from + 24) % 24) * 60
  return sinceStart < length ? later(now, minutes(length - sinceStart)) : undefined
}
