/**
 * Writes the book of money (`money_entries`). Each function writes about a payment whose order is locked, and writes a fact
 * once: a repeated call adds nothing. What is due follows from the entries (`order_balances`).
 */
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { MoneyEntries, MoneyWay, RefundReason } from '../../platform/db/db-types.ts'
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
  /** What the pieces that were taken out had cost. */
  taken: number
  due: number
}

export async function readBalance(db: Db, orderId: string): Promise<Balance> {
  const { rows } = await sql<Balance>`
    select received, given_back, allowances, accepted, held, kept, taken, due from order_balances
    where order_id = ${orderId}`.execute(db)
  const [balance] = rows
  if (!balance) throw new Error(`no order ${orderId}`)
  return balance
}

/** What a change has made due to the buyer. */
export const newlyDue = (before: Balance, after: Balance) => Math.max(after.due, 0) - Math.max(before.due, 0)

interface Received {
  /** The attempt's. */
  id: string
  transaction_id?: string | null
  /** Whole rupiah; null: the attempt's amount. */
  received_amount?: number | null
  paid_at: Date
  /** Who has decided that it belongs to this order, if the gateway did not. */
  actor?: string
  note?: string
  booked_at?: Date
  /** How often it was assigned before, and that was taken back. */
  times?: number
}

/** The statement that books an arrived payment. */
export const receivedWrite = (payment: Received): RawBuilder<unknown> => sql`
  insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, actor, at, note)
  select order_id, attempt.id, 'received', coalesce(payment.received_amount, attempt.amount),
    (case when by_hand is null then 'gateway' else 'hand' end)::money_way,
    attempt.id || '/' || coalesce(payment.transaction_id, '') || coalesce('/' || nullif(times, 0), ''), actor,
    coalesce(booked_at, payment.paid_at), note
  from jsonb_to_record(${JSON.stringify(payment)}::jsonb) as payment (id text, transaction_id text, received_amount bigint,
    paid_at timestamptz, actor uuid, note text, booked_at timestamptz, times int)
  join payment_attempts as attempt on attempt.id = payment.id
  -- Money that had been taken back is no new money: see bookRestored.
  where reversed_at is null
  on conflict (kind, reference) do nothing`

/** @returns false if the book has it already, or there is nothing to write */
async function insertEntry(
  tx: Tx,
  { id: attempt_id, order_id }: Pick<Booked, 'id' | 'order_id'>,
  entry: Omit<Insertable<MoneyEntries>, 'attempt_id' | 'order_id'>,
): Promise<boolean> {
  if (entry.amount_idr === 0) return false
  const { numInsertedOrUpdatedRows: written } = await tx
    .insertInto('money_entries')
    .values({ attempt_id, order_id, ...entry })
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .executeTakeFirst()
  return written === 1n
}

const referenceOf = ({ id, transaction_id }: Booked) => `${id}/${transaction_id ?? ''}`

/** A payment had arrived before the shop knew of it. */
export async function bookReceived(tx: Tx, attempt: Booked & Pick<AttemptRow, 'amount'>, at: Date): Promise<void> {
  const entry = { kind: 'received', amount_idr: attempt.amount, way: 'gateway', at } as const
  await insertEntry(tx, attempt, { ...entry, reference: referenceOf(attempt) })
}

/** The gateway names more money of a payment than had been received. */
export async function bookMore(
  tx: Tx,
  attempt: Booked,
  { amountIdr, totalIdr }: { amountIdr: number; totalIdr: number },
  at: Date,
): Promise<void> {
  const entry = { kind: 'received', amount_idr: amountIdr, way: 'gateway', at } as const
  await insertEntry(tx, attempt, { ...entry, reference: `${referenceOf(attempt)}#${totalIdr}` })
}

/** How often a payment was taken from an order to which it had been assigned. */
export async function timesUnassigned(tx: Tx, attemptId: string): Promise<number> {
  const unassigned = (await entriesOf(tx, attemptId)).filter(({ kind, moved }) => kind === 'received' && moved < 0)
  return unassigned.length
}

/** An administrator takes a payment, of which nothing has gone, from the order to which it was assigned. */
export async function bookUnassigned(
  tx: Tx,
  attempt: Booked,
  signed: { amountIdr: number; actor: string; note: string; at: Date },
): Promise<void> {
  const { amountIdr, ...by } = signed
  const reference = `${referenceOf(attempt)}/-${(await timesUnassigned(tx, attempt.id)) + 1}`
  await insertEntry(tx, attempt, { kind: 'received', amount_idr: -amountIdr, way: 'gateway', reference, ...by })
}

/** The gateway took back what it still had of a payment. */
export async function bookTakenBack(tx: Tx, attempt: Booked, state: string | null, at: Date): Promise<void> {
  const { held, turns } = await moneyAtGateway(tx, attempt.id)
  const entry = { kind: 'taken_back', amount_idr: Math.max(held, 0), way: 'gateway', at, note: state } as const
  await insertEntry(tx, attempt, { ...entry, reference: `${referenceOf(attempt)}/${turns + 1}` })
}

/** What was taken back has come again. @returns false if nothing was */
export async function bookRestored(tx: Tx, attempt: Booked, at: Date): Promise<boolean> {
  const { takenBack, turns } = await moneyAtGateway(tx, attempt.id)
  const entry = { kind: 'restored', amount_idr: takenBack, way: 'gateway', at } as const
  return insertEntry(tx, attempt, { ...entry, reference: `${referenceOf(attempt)}/${turns}` })
}

interface GivenBack {
  /** The refund's key, the gateway's id of it or, by hand, the id of our row. */
  key: string
  /** All that went back by this key; 0 after a correction. */
  amountIdr: number
  way: MoneyWay
  actor?: string | null
  note?: string | null
  at: Date
}

/** Money of a payment went back. An entry is the difference to what the book has by this key, so that a correction is one more. */
export async function bookGivenBack(
  tx: Tx,
  attempt: Pick<Booked, 'id' | 'order_id'>,
  { key, amountIdr, ...given }: GivenBack,
): Promise<void> {
  const { known, times } = givenBy(await entriesOf(tx, attempt.id), attempt.id, key)
  const reference = times === 0 ? `${attempt.id}/${key}` : `${attempt.id}/${key}#${times}`
  await insertEntry(tx, attempt, { kind: 'given_back', amount_idr: amountIdr - known, reference, ...given })
}

interface AtGateway {
  /** What it still has of the payment. What was given back by hand is not there any more. */
  held: number
  /** What it has taken back and not restored, and how often it took something. */
  takenBack: number
  turns: number
  /** What it has given back in all, and by a key. */
  given: number
  givenBy: (key: string) => number
}

/** What the book knows of a payment's money at the gateway. */
export async function moneyAtGateway(tx: Tx, attemptId: string): Promise<AtGateway> {
  const entries = (await entriesOf(tx, attemptId)).filter(({ kind, way }) => kind !== 'given_back' || way !== 'hand')
  const moved = (...kinds: string[]) =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, entry) => sum + entry.moved, 0)
  return {
    held: entries.reduce((sum, entry) => sum + entry.moved, 0),
    takenBack: -moved('taken_back', 'restored'),
    turns: entries.filter(({ kind }) => kind === 'taken_back').length,
    given: -moved('given_back'),
    givenBy: (key) => givenBy(entries, attemptId, key).known,
  }
}

const entriesOf = (tx: Tx, attemptId: string) =>
  tx
    .selectFrom('money_entries')
    .select(['kind', 'way', 'reference', sql<number>`moved_money(kind, amount_idr)`.as('moved')])
    .where('attempt_id', '=', attemptId)
    .execute()

function givenBy(entries: Awaited<ReturnType<typeof entriesOf>>, attemptId: string, key: string) {
  const first = `${attemptId}/${key}`
  const given = entries.filter(
    ({ kind, reference }) => kind === 'given_back' && (reference === first || reference.startsWith(`${first}#`)),
  )
  return { known: given.reduce((sum, { moved }) => sum - moved, 0), times: given.length }
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
