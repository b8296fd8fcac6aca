/** All that the shop keeps of a person with an account, for that person. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { DB } from '../../platform/db/db-types.ts'

type Table = keyof DB

interface OwnTable {
  /** What the person reads, in the order of the file. Secrets, keys and what the shop notes for itself are not among them. */
  columns: readonly string[]
  of: 'user' | 'orders'
}

const ofUser = (...columns: string[]): OwnTable => ({ columns, of: 'user' })
const ofOrders = (...columns: string[]): OwnTable => ({ columns: ['order_id', ...columns], of: 'orders' })

export const ownTables: Partial<Record<Table, OwnTable>> = {
  addresses: ofUser('label', 'address', 'city', 'place', 'recipient', 'recipient_phone', 'is_default'),
  cart_items: ofUser('product_id', 'left_name', 'quantity', 'created_at'),
  orders: ofUser(
    ...['id', 'status', 'order_time', 'buyer_name', 'buyer_phone', 'address', 'city', 'delivery_way', 'notes'],
    ...['wanted_on', 'total_price', 'courier', 'tracking_number', 'shipped_at'],
  ),
  order_items: ofOrders('name', 'packaging', 'weight', 'quantity', 'unit_price', 'discount_idr', 'taken_quantity'),
  order_item_parts: ofOrders('name', 'packaging', 'weight', 'quantity', 'price_idr', 'discount_idr'),
  order_charges: ofOrders('kind', 'label', 'amount_idr'),
  order_deliveries: ofOrders('place', 'zone', 'service', 'grams', 'fee_idr'),
  order_history: ofOrders('status', 'at', 'actor'),
  payment_attempts: ofOrders(
    ...['status', 'amount', 'chosen_method', 'used_method', 'va_number', 'payment_code', 'created_at', 'paid_at'],
  ),
  money_entries: ofOrders('kind', 'amount_idr', 'way', 'at'),
  refunds: ofOrders('reason', 'cause', 'amount_idr', 'state', 'way', 'due_at', 'done_at'),
  // The number itself is sealed; this is what the buyer's own page shows of it.
  refund_accounts: ofOrders('shown', 'set_at'),
  discount_uses: ofOrders('code_key', 'amount_idr'),
  notifications: ofUser('message', 'order_id', 'is_read', 'created_at'),
  sessions: ofUser('user_agent', 'created_at', 'last_used_at', 'expires_at'),
  login_addresses: ofUser('address', 'last_login_at'),
  email_changes: ofUser('former_email', 'changed_at', 'undone_at'),
  image_uploads: ofUser('uploaded_at'),
}

/** Tables that name a person and tell nothing about the person. */
export const withoutOwnData: Partial<Record<Table, string>> = {
  customer_notes: 'the seller’s own note',
  idempotency_keys: 'hashes that end after a day',
  money_due: 'the sum of money_entries',
  order_links: 'keys of links',
  order_mails: 'mails that wait to be written',
  password_resets: 'hashes of links',
  payment_changes: 'when a method was changed: payment_attempts tell it',
  push_subscriptions: 'the address of a browser, which has keys in it',
  recovery_codes: 'hashes of codes',
  stock_movements: 'stock of the goods that order_items name',
  voucher_guesses: 'hashes of codes',
}

const account = ['name', 'email', 'phone', 'address', 'gender', 'role', 'created_at'] as const

/** Everything of one moment. */
export async function ownDataOf(db: Db, userId: string): Promise<Record<string, unknown>> {
  const parts = Object.entries(ownTables).map(([table, { columns, of }]) => {
    const owned =
      of === 'user' ? sql`user_id = ${userId}` : sql`order_id in (select id from orders where user_id = ${userId})`
    const listed = sql.join(columns.map((column) => sql.ref(column)))
    return sql`(select coalesce(json_agg(own), '[]') from (select ${listed} from ${sql.table(table)} where ${owned} order by 1) as own)
      as ${sql.id(table)}`
  })
  const { rows } = await sql<Record<string, unknown>>`
    select (select to_json(own) from (select ${sql.join(account.map((column) => sql.ref(column)))} from users
      where id = ${userId}) as own) as account, ${sql.join(parts)}`.execute(db)
  return rows[0] ?? {}
}
