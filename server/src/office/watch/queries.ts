import type { OrderStatus } from '@camilan/contract/orders'
import { sql } from 'kysely'
import { days, earlier } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { storedMoment } from '../../platform/db/stored-moments.ts'
import type { Finding } from '../reports/check-books.ts'

export interface ShopNumbers {
  orders: Partial<Record<OrderStatus, number>>
  alarms: string[]
  oldestUnpaidSeconds: number
  mostOverdueSeconds: number
  refundsDue: number
  unsentMails: number
  oldestUnsentSeconds: number
  mailsGivenUp: number
  backupMadeAt: Date | null
  backupAgeSeconds: number
}

/** Longer than the shop tries to send a mail. */
const mailWindowMs = days(4)

interface NumbersRow
  extends Pick<ShopNumbers, 'orders' | 'alarms' | 'refundsDue' | 'unsentMails' | 'mailsGivenUp' | 'backupMadeAt'> {
  oldestUnpaidAt: Date | null
  earliestEnd: Date | null
  oldestUnsentAt: Date | null
  beganAt: Date | null
}

/** One statement. Every part touches a few rows, but for the number of orders by status, which is read from an index. */
export async function shopNumbers(db: Db, now: Date): Promise<ShopNumbers> {
  const { rows } = await sql<NumbersRow>`
    select
      (select coalesce(jsonb_object_agg(status, count), '{}') from (
        select status, count(*) from orders group by status
      ) as by_status) as orders,
      (select coalesce(array_agg(name order by name), '{}') from alarms) as alarms,
      (select min(order_time) from orders where status = 'DIPROSES') as "oldestUnpaidAt",
      (select min(expires_at) from orders where status = 'DIPROSES') as "earliestEnd",
      (select count(*) from refunds where state = 'due') as "refundsDue",
      (select count(*) from mail_outbox where sent_at is null and given_up_at is null) as "unsentMails",
      (select min(created_at) from mail_outbox where sent_at is null and given_up_at is null) as "oldestUnsentAt",
      (select count(*) from mail_outbox
        where created_at > ${earlier(now, mailWindowMs)} and given_up_at is not null) as "mailsGivenUp",
      (select made_at from last_backup) as "backupMadeAt",
      (select min(applied_at) from schema_migrations) as "beganAt"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without from has one row')
  const { oldestUnpaidAt, earliestEnd, oldestUnsentAt, beganAt, ...numbers } = row
  const backupMadeAt = storedMoment(numbers.backupMadeAt, now) ?? null
  const secondsSince = (at: Date | null) => (at === null ? 0 : Math.max(0, now.getTime() - at.getTime()) / 1_000)
  return {
    ...numbers,
    oldestUnpaidSeconds: secondsSince(oldestUnpaidAt),
    mostOverdueSeconds: secondsSince(earliestEnd),
    oldestUnsentSeconds: secondsSince(oldestUnsentAt),
    backupMadeAt,
    backupAgeSeconds: secondsSince(backupMadeAt ?? beganAt),
  }
}

/** The mails that have waited since before `before`. */
export async function stuckMails(db: Db, before: Date): Promise<{ count: number; waitingSince: Date | null }> {
  return db
    .selectFrom('mail_outbox')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('waitingSince')])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('created_at', '<=', before)
    .executeTakeFirstOrThrow()
}

/** After so many failed attempts somebody should look at a piece of work, even if it is tried again. */
const manyAttempts = 5

/** Waiting work that was given up, or that fails again and again. */
export async function failedWork(db: Db, now: Date): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select 'mail-not-sent' as rule, id::text as subject, coalesce(last_error, '') as detail from mail_outbox
    where created_at > ${earlier(now, mailWindowMs)} and given_up_at is not null
    union all select 'push-not-sent', notification_id::text, 'percobaan: ' || attempts from push_queue
    where attempts >= ${manyAttempts}
    union all select 'order-mail-not-written', order_id, kind || ', percobaan: ' || attempts from order_mails
    where attempts >= ${manyAttempts}
    order by 1, 2`.execute(db)
  return rows
}
