import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDb } from '../../../testing/test-db.ts'
import { backedUp, omittedTables } from './tables.ts'

const shop = useTestDb()
const inBackup = backedUp.map(({ table }) => table)

test('every table is listed as part of a backup or as omitted', async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'`.execute(
    shop.db,
  )
  const decided = [...inBackup, ...Object.keys(omittedTables)]
  expect(rows.map(({ name }) => name).sort()).toEqual(decided.sort())
})

test('rows are restored after the rows that they refer to', async () => {
  const { rows } = await sql<{ from: string; to: string }>`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`.execute(
    shop.db,
  )
  const wrong = rows.filter(({ from, to }) => inBackup.includes(from) && inBackup.indexOf(to) >= inBackup.indexOf(from))
  expect(wrong).toEqual([])
})

test('every column with a secret in its name is listed', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = any(${inBackup}::text[]) and is_generated = 'NEVER'
      and column_name ~ 'token|hash|secret|password|ticket|key|code'`.execute(shop.db)
  expect(rows.map(({ name }) => name).sort()).toEqual([
    'discount_codes.code', // of a voucher, which the seller gives away
    'discount_codes.key',
    'discount_uses.code_key',
    'email_changes.undo_token_hash', // replaced
    'idempotency_keys.body_hash',
    'idempotency_keys.key_hash',
    'images.hash', // part of a public URL
    'mail_server.sealed_password', // encrypted with a key that is in no backup
    'payment_attempts.bill_key', // an unpaid order's number for a bank, like the one of a virtual account
    'payment_attempts.biller_code',
    'payment_attempts.key_set_id',
    'payment_attempts.payment_code', // what a cashier is shown
    'payment_attempts.snap_token', // it opens the payment page of an order, and the order needs it
    'payment_attempts.token_lease_ends_at',
    'payment_attempts.token_lease_number',
    'payment_attempts.token_made_at',
    'payment_key_sets.client_key', // shown on every page
    'payment_key_sets.sealed_server_key', // encrypted
    'payment_key_sets.server_key_fingerprint', // the hash of a random text that nobody can guess
    'payment_report_columns.headers_hash', // of the headers of a report
    'product_imports.headers_hash', // of the headers of a table of products
    'recovery_codes.code_hash', // like passwords: the restored administrator logs in with them
    'refunds.refund_key', // the shop's number of a refund
    'terms.code', // of a category, packaging or weight
    'users.password_hash', // an argon2 hash; without it nobody could log in
  ])
})
