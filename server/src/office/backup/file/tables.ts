/** The content of a backup for each table. A test fails if a table of the database is in neither list. */

interface BackedUp {
  table: string
  /** The omitted rows, and why. */
  except?: { where: string; reason: string }
  /** A migration has made rows, and a restore replaces them. Unchanged ones do not keep a shop from being empty. */
  initialRows?: { isTouched: string }
  /** Values that replace those of a column, as SQL expressions, and why. */
  replaced?: { column: string; by: string; reason: string }
}

/** Every table comes after the tables to which it refers. */
export const backedUp: readonly BackedUp[] = [
  {
    table: 'shop_settings',
    initialRows: { isTouched: 'version > 0 or samples_removed_at is not null or checklist_closed_at is not null' },
  },
  { table: 'delivery_zones' },
  { table: 'delivery_zone_places' },
  // The key that encrypts its password is in no backup. Without the key the password counts as not set.
  { table: 'mail_server' },
  { table: 'users' },
  { table: 'recovery_codes' },
  { table: 'customer_notes' },
  { table: 'addresses' },
  { table: 'login_addresses' },
  {
    table: 'email_changes',
    replaced: {
      column: 'undo_token_hash',
      by: `sha256(convert_to(gen_random_uuid()::text, 'UTF8'))`,
      reason: 'links that take a change of the e-mail back (the former e-mails stay reserved)',
    },
  },
  { table: 'images' },
  {
    table: 'terms',
    initialRows: {
      isTouched: `image is not null or not is_visible or (code, label, place) not in (
        ('MAKANAN_RINGAN', 'Makanan Ringan', 0), ('KUE_KERING', 'Kue Kering', 1), ('BAL', 'Bal', 0), ('TOPLES', 'Toples', 1),
        ('KG_1', '1kg', 0), ('KG_2', '2kg', 1), ('GRAM_250', '250gram', 2), ('GRAM_500', '500gram', 3))`,
    },
  },
  { table: 'products' },
  { table: 'product_words' },
  { table: 'price_changes' },
  { table: 'planned_prices' },
  { table: 'regular_prices' },
  { table: 'product_imports' },
  { table: 'imported_products' },
  { table: 'import_pictures' },
  { table: 'batches' },
  { table: 'batch_products' },
  { table: 'cart_items' },
  { table: 'orders' },
  { table: 'order_charges' },
  { table: 'order_deliveries' },
  { table: 'order_items' },
  { table: 'order_item_parts' },
  { table: 'order_history' },
  // As for the mail server. At its start each server stores the key set of its environment.
  { table: 'discounts' },
  { table: 'discount_codes' },
  { table: 'discount_uses' },
  { table: 'price_lists' },
  { table: 'price_list_products' },
  { table: 'payment_key_sets', initialRows: { isTouched: 'sealed_server_key is not null' } },
  { table: 'payment_attempts' },
  { table: 'refunds' },
  { table: 'money_entries' },
  { table: 'money_due' },
  // As for the mail server.
  { table: 'refund_accounts' },
  { table: 'payment_fees' },
  { table: 'payment_report_columns' },
  { table: 'unmatched_payments' },
  { table: 'money_marks' },
  { table: 'stock_movements' },
  { table: 'notifications' },
  { table: 'audit_entries' },
  // Without them a request that a browser repeats after the restore would have its effect twice.
  { table: 'idempotency_keys' },
  {
    table: 'mail_outbox',
    except: {
      where: 'sent_at is null and given_up_at is null',
      reason: 'mails that are not sent yet (they may have links)',
    },
  },
]

/** Empty tables of release 0.3.0, in its backups and gone since. */
export const formerTables: readonly string[] = ['sales_days', 'sales_day_products']

/** The tables that a backup omits, with the explanation that the command prints. */
export const omittedTables: Record<string, string> = {
  sessions: 'sessions (everybody logs in again)',
  first_administrator_links: 'links for the first administrator',
  staff_invitations: 'invitations of helpers (a new one can be made)',
  order_links: 'links of orders that the seller entered (a new one can be made)',
  password_resets: 'links for new passwords',
  order_mails: 'mails about orders that are not written yet',
  password_reset_requests: 'requests for such links',
  push_keys: 'keys and devices of push messages (the buttons on the devices are pressed again)',
  push_subscriptions: 'keys and devices of push messages (the buttons on the devices are pressed again)',
  push_queue: 'push messages that are not sent yet',
  export_tickets: 'tickets for downloads',
  login_failures: 'counters of failed logins',
  voucher_guesses: 'counters of vouchers that could not be used',
  registrations: 'counters of registrations',
  taken_registrations: 'counters of registrations',
  image_uploads: 'counters of uploads',
  leases: 'which process does which job',
  last_backup: 'when the last backup was made',
  alarms: 'troubles of the server that it came from',
  payment_changes: 'changes of payments within the last minute',
  payment_signals: 'counters of notifications of the gateway',
  event_marks: 'events that are on their way between processes',
  readiness: 'when the readiness check wrote last',
  order_days: 'sums of orders (made anew)',
  product_days: 'sums of orders (made anew)',
  order_texts: 'sums of orders (made anew)',
  order_changes: 'sums of orders (made anew)',
  book_findings: 'what the last look at the books has found (made anew)',
  quiet_mark: 'whether the shop is quiet after a restore',
  missing_spans: 'of which time a restored shop may lack payments',
}

/** These tables belong to the server processes, so rows in them don't keep a shop from being empty. */
export const processTables: readonly string[] = [
  'schema_migrations',
  'leases',
  'last_backup',
  'alarms',
  'payment_signals',
  'event_marks',
  'readiness',
]

/** One line for each omission, for the person who makes the backup. */
export const leftOutLines: readonly string[] = [
  ...new Set([
    ...backedUp.flatMap(({ except, replaced }) => [except, replaced].flatMap((part) => part?.reason ?? [])),
    ...Object.values(omittedTables),
  ]),
]
