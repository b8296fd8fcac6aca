/**
 * Writes the book of money (`money_entries`). Each function writes about a payment whose order is locked, and writes a fact
 * once: a repeated call adds nothing. What is due follows from the entries (`order_balances`).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { MoneyWay, RefundReason } from '../../platform/db/db-types.ts'
import type { AttemptRow } from '../attempts/queries.ts'

type Booked = Pick<AttemptRow, 'id' | 'order_id' | 'transaction_id'>

/** What an order's money comes to, in whole rupiah. `due`: more than zero is owed to the buyer, less to the shop. */
export interface Balance {
  received: number
  given_back: number
  allowances: number
  accepted: number
  /** What the shop holds. */
  held: number
  /** What of it is the shop's. */
  kept: number
  due: number
}

export async function readBalance(db: Db, orderId: string): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select received, given_back, allowances, accepted, held, kept, due from order_balances
    where order_id = ${orderId}`.execute(db)
  const [balance] = rows
  if (!balance) throw new Error(`no order ${orderId}`)
  return balance
}

/** What the pieces that were taken out of an order had cost its buyer, in whole rupiah. */
export async function takenPrice(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select coalesce(taken_price(${orderId}), 0) as taken`.execute(db)
  return rows[0]?.taken ?? 0
}

/** What a change has made due to the buyer. */
export const newlyDue = (before: Balance, after: Balance) => Math.max(after.due, 0) - Math.max(before.due, 0)

/**
 * The statement that books arrived payments.
 * @param payments  a row for each as JSON: id, transaction_id, received_amount (null: the attempt's), paid_at; if a person decided it: actor,
 *   note, booked_at
 */
export const receivedWrite = (payments: string): RawBuilder<unknown> => sql`
  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, actor, at, note)
  select order_id, attempt.id, 'received', coalesce(payment.received_amount, attempt.amount),
    (case when by_hand is null then 'gateway' else 'hand' end)::money_way,
    attempt.id || '/' || coalesce(payment.transaction_id, ''), actor, coalesce(booked_at, payment.paid_at), note
  from jsonb_to_recordset(${payments}::jsonb) as payment (id text, transaction_id text, received_amount bigint,
    paid_at timestamptz, actor uuid, note text, booked_at timestamptz)
  join payment_attempts as attempt on attempt.id = payment.id
  -- Money that had been taken back is no new money: see bookRestored.
  where reversed_at is null
  on conflict (kind, reference) do nothing`

/** A payment had arrived before the shop knew of it. */
export async function bookReceived(tx: Tx, attempt: Booked & Pick<AttemptRow, 'amount'>, at: Date): Promise<void> {
  await sql`
    insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at)
    values (${attempt.order_id}, ${attempt.id}, 'received', ${attempt.amount}, 'gateway', ${referenceOf(attempt)}, ${at})
    on conflict (kind, reference) do nothing`.execute(tx)
}

/** The gateway took back what it still had of a payment. What was given back by hand is not there any more. */
export async function bookTakenBack(tx: Tx, attempt: Booked, state: string | null, now: Date): Promise<void> {
  await sql`
    insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at, note)
    select ${attempt.order_id}, ${attempt.id}, 'taken_back', rest, 'gateway', ${referenceOf(attempt)} || '/' || turns + 1,
      ${now}, ${state}
    from (
      select count(*) filter (where kind = 'taken_back') as turns,
        sum(case when kind in ('received', 'restored') then amount_idr else -amount_idr end) as rest
      from money_entries where attempt_id = ${attempt.id} and (kind <> 'given_back' or way <> 'hand')) as book
    where rest > 0`.execute(tx)
}

/** What was taken back has come again. @returns false if nothing was */
export async function bookRestored(tx: Tx, attempt: Booked, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at)
    select ${attempt.order_id}, ${attempt.id}, 'restored', gone, 'gateway', ${referenceOf(attempt)} || '/' || turns, ${now}
    from (
      select count(*) filter (where kind = 'taken_back') as turns,
        sum(case kind when 'taken_back' then amount_idr when 'restored' then -amount_idr end) as gone
      from money_entries where attempt_id = ${attempt.id}) as book
    where gone > 0`.execute(tx)
  return numAffectedRows === 1n
}

const referenceOf = ({ id, transaction_id }: Booked) => sql<string>`${`${id}/${transaction_id ?? ''}`}::text`

interface GivenBack {
  attemptId: string
  orderId: string
  /** The refund's key, the gateway's id of it or, by hand, the id of our row. */
  key: string
  /** All that went back by this key; 0 after a correction. */
  amountIdr: number
  way: MoneyWay
  actor?: string | null
  note?: string | null
  at: Date
}

/** Money went back. An entry is the difference to what the book has by this key, so that a correction is one more. */
export async function bookGivenBack(tx: Tx, given: GivenBack): Promise<void> {
  const { attemptId, orderId, amountIdr, way, actor = null, note = null, at } = given
  const reference = `${attemptId}/${given.key}`
  await sql`
    insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, actor, at, note)
    select ${orderId}, ${attemptId}, 'given_back', ${amountIdr} - known, ${way},
      ${reference} || case times when 0 then '' else '#' || times end, ${actor}, ${at}, ${note}
    from (
      select coalesce(sum(amount_idr), 0) as known, count(*) as times from money_entries
      where attempt_id = ${attemptId} and kind = 'given_back'
        and (reference = ${reference} or starts_with(reference, ${reference} || '#'))) as book
    where known <> ${amountIdr}`.execute(tx)
}

interface AtGateway {
  /** What it still has of the payment. What was given back by hand is not there any more. */
  held: number
  /** What it has given back in all, and by a key. */
  given: number
  givenBy: (key: string) => number
}

/** What the book knows of a payment's money at the gateway. */
export async function moneyAtGateway(tx: Tx, attemptId: string): Promise<AtGateway> {
  const entries = await tx
    .selectFrom('money_entries')
    .select(['kind', 'reference', 'amount_idr'])
    .where('attempt_id', '=', attemptId)
    .where((eb) => eb.or([eb('kind', '<>', 'given_back'), eb('way', '<>', 'hand')]))
    .execute()
  const sum = (list: typeof entries) => list.reduce((all, { amount_idr }) => all + amount_idr, 0)
  const came = entries.filter(({ kind }) => kind === 'received' || kind === 'restored')
  const given = entries.filter(({ kind }) => kind === 'given_back')
  const givenBy = (key: string) => {
    const reference = `${attemptId}/${key}`
    return sum(given.filter((entry) => entry.reference === reference || entry.reference.startsWith(`${reference}#`)))
  }
  return { held: 2 * sum(came) - sum(entries), given: sum(given), givenBy }
}

interface Decision {
  orderId: string
  kind: 'allowance' | 'accepted'
  amountIdr: number
  reference: string
  by: string
  note: string
}

/** A person decides: a part goes back, or a difference is accepted. Less than zero takes an earlier decision back. */
export async function bookDecision(tx: Tx, decision: Decision, now: Date): Promise<void> {
  const { orderId, kind, amountIdr, reference, by, note } = decision
  await tx
    .insertInto('money_entries')
    .values({ order_id: orderId, kind, amount_idr: amountIdr, reference, actor: by, at: now, note })
    .execute()
}

/**
 * Promise the buyer what is due and no open promise covers, as of late or second money.
 * @returns the rupiah that are newly promised
 */
export async function promiseRest(
  tx: Tx,
  { orderId, attemptId, reason }: { orderId: string; attemptId: string | null; reason: RefundReason },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ promised: number | null }>`
    select promise_rest(${orderId}, ${attemptId}, ${reason}, ${now}) as promised`.execute(tx)
  return rows[0]?.promised ?? 0
}
