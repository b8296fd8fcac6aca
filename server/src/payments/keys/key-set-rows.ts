/** The rows of `payment_key_sets`. */
import { sql } from 'kysely'
import { days, earlier } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { KeyEnvironment } from './key-sets.ts'

const columns = [
  'id',
  'client_key',
  'server_key_fingerprint',
  'sealed_server_key',
  'set_at',
  'set_by',
  'replaced_at',
  'retired_at',
] as const

export type KeySetRow = Awaited<ReturnType<typeof keySetRows>>[number]

/** Those that were given last come first. */
export function keySetRows(db: Db) {
  return db
    .selectFrom('payment_key_sets')
    .select(columns)
    .select(sql<KeyEnvironment>`environment`.as('environment'))
    .orderBy(sql`coalesce(set_at, created_at)`, 'desc')
    .orderBy('id')
    .execute()
}

interface NewKeys {
  environment: KeyEnvironment
  clientKey: string
  fingerprint: Buffer
}

/** Write the set of this process's environment, without its secret. It replaces other sets without a secret. */
export async function registerKeys(db: Db, { environment, clientKey, fingerprint }: NewKeys, now: Date): Promise<void> {
  const id = await putSet(db, { environment, fingerprint }, { client_key: clientKey }, now)
  await db
    .updateTable('payment_key_sets')
    .set({ replaced_at: now })
    .where('sealed_server_key', 'is', null)
    .where('replaced_at', 'is', null)
    .where('id', '!=', id)
    .execute()
}

/** One change of the keys at a time, until the transaction ends. New attempts can be written meanwhile. */
export async function lockKeySets(tx: Tx): Promise<void> {
  await sql`lock table payment_key_sets in share row exclusive mode`.execute(tx)
}

/** Make a set that was given in the browser the current one. A known set keeps its id and payments. */
export async function writeGivenKeys(
  tx: Tx,
  { environment, clientKey, fingerprint, sealed, by }: NewKeys & { sealed: Buffer; by: string },
  now: Date,
): Promise<void> {
  const given = { client_key: clientKey, sealed_server_key: sealed, set_at: now, set_by: by }
  const id = await putSet(tx, { environment, fingerprint }, given, now)
  await tx
    .updateTable('payment_key_sets')
    .set({ replaced_at: now })
    .where('replaced_at', 'is', null)
    .where('id', '!=', id)
    .execute()
}

/** A set that is known keeps its id. */
async function putSet(
  db: Db,
  { environment, fingerprint }: Pick<NewKeys, 'environment' | 'fingerprint'>,
  values: { client_key: string; sealed_server_key?: Buffer; set_at?: Date; set_by?: string },
  now: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('payment_key_sets')
    .values({ environment, server_key_fingerprint: fingerprint, created_at: now, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['environment', 'server_key_fingerprint'])
        .doUpdateSet({ ...values, replaced_at: null, retired_at: null }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Replace the set that was given in the browser. Its secret is kept for its payments, as with any replaced set, but removed
 * at once if the environment has the same set.
 * @param fixedId  the set of the environment, if it decides
 * @returns the removed keys
 */
export async function removeGivenKeys(tx: Tx, fixedId: string | undefined, now: Date) {
  const given = tx
    .updateTable('payment_key_sets')
    .where('sealed_server_key', 'is not', null)
    .where('replaced_at', 'is', null)
    .returning(['client_key', sql<KeyEnvironment>`environment`.as('environment')])
  const fixed =
    fixedId === undefined ? [] : await given.set({ sealed_server_key: null }).where('id', '=', fixedId).execute()
  return [...fixed, ...(await given.set({ replaced_at: now }).execute())]
}

/** As long as the gateway is asked about ended payments (`endedAttempts`). */
const neededForMs = days(30)
/** A process that has not received a change yet may still open a payment with the former set. */
const keptForMs = days(1)

/**
 * Remove the secrets of replaced sets that no payment needs: no open one, and no ended one that is still asked about.
 * @returns their number
 */
export async function retireKeySets(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('payment_key_sets as keys')
    .set({ retired_at: now, sealed_server_key: null })
    .where('replaced_at', '<', earlier(now, keptForMs))
    .where('retired_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempts')
            .select('id')
            .whereRef('key_set_id', '=', 'keys.id')
            .where(({ or, eb }) =>
              or([eb('status', '=', 'PENDING'), eb('expires_at', '>', earlier(now, neededForMs))]),
            ),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The number of open payments whose set is not among these. Payments of the local sandbox don't count. */
export async function countOpenWithout(
  db: Db,
  { usableIds, hasCurrent }: { usableIds: string[]; hasCurrent: boolean },
) {
  const { count } = await db
    .selectFrom('payment_attempts')
    .leftJoin('payment_key_sets', 'payment_key_sets.id', 'payment_attempts.key_set_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'PENDING')
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('payment_key_sets.environment', '!=', 'local'),
          sql<boolean>`payment_key_sets.id <> all(${usableIds}::uuid[])`,
        ]),
        ...(hasCurrent ? [] : [eb('payment_attempts.key_set_id', 'is', null)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}
