/**
 * Each test violates a rule of books.sql with writes that bypass the shop and the constraints of the database. The rule
 * must be reported. Everything is rolled back after each test.
 */
import { readFileSync } from 'node:fs'
import { bookRules } from '@camilan/contract/book-rules'
import type { MoneyList } from '@camilan/contract/money'
import { type MatterKind, moneyKindNames } from '@camilan/contract/money-values'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receivedWrite } from '../../payments/book/entries.ts'
import { later, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { transact } from '../../platform/db/transact.ts'
import { useShop } from '../../testing/make-shop.ts'
import { checkBooks } from './check-books.ts'
import { keepFindings } from './keep-findings.ts'

const shop = useShop()
let jar: { id: string }
/** An unpaid order whose stock is taken and whose payment is pending. */
let unpaid: string
let paid: string
let cancelled: string

beforeAll(async () => {
  const ani = await shop.customer()
  jar = await shop.product({ stock: 10 })
  unpaid = await ani.buy(jar, 2)
  paid = await ani.buy(jar, 2)
  await shop.sandbox.pay(paid)
  await shop.sandbox.webhookStatuses(paid)
  cancelled = await ani.buy(jar, 2)
  await ani.setStatus(cancelled, 'DIBATALKAN')
})

class RolledBack extends Error {}

/** A moment of a computer, an amount without its points, the text of a search, or what is missing. */
const raw = /\d{4}-\d|\d{5}|hantu|undefined|NaN|null/

/** The findings after `harm`, as rule and subject; everything is rolled back. */
async function foundAfter(harm: (db: Db) => Promise<unknown>, now = shop.clock()): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const trial = transact(shop.db, async (tx) => {
    await harm(tx)
    for (const { rule, subject, detail } of await checkBooks(tx, now)) {
      found[rule] = subject
      expect(detail, rule).not.toMatch(raw)
    }
    throw new RolledBack()
  })
  await expect(trial).rejects.toThrow(RolledBack)
  return found
}

const unguarded = (db: Db, table: 'products' | 'order_items' | 'order_history' | 'money_entries') =>
  sql`alter table ${sql.table(table)} disable trigger user`.execute(db)

const ofAttempt = (db: Db, id: string) => db.updateTable('payment_attempts').where('id', '=', id)
const ofOrder = (db: Db, id: string) => db.updateTable('orders').where('id', '=', id)

async function paidTooLate(db: Db): Promise<void> {
  const paid = { status: 'SUKSES', pays_order: false, paid_at: shop.clock() } as const
  await ofAttempt(db, cancelled).set(paid).execute()
  await receivedWrite({ id: cancelled, paid_at: shop.clock() }).execute(db)
}
const promised = (db: Db) => sql`select promise_rest(${cancelled}, null, 'CANCELLED', ${shop.clock()})`.execute(db)

const withMatter = (db: Db, id: string, matter_kind: MatterKind) =>
  ofAttempt(db, id).set({ matter_kind, matter_at: shop.clock() }).execute()

/** A day without orders. */
const quietDay = '2020-02-20'

const harms: Record<string, { harm(db: Db): Promise<unknown>; subject(): string; now?(): Date }> = {
  'stock-negative': {
    async harm(db) {
      await sql`alter table products drop constraint products_stock_check`.execute(db)
      await db.updateTable('products').set({ stock: -1 }).where('id', '=', jar.id).execute()
    },
    subject: () => jar.id,
  },
  'stock-not-explained': {
    async harm(db) {
      await unguarded(db, 'products')
      await db.updateTable('products').set({ stock: 7 }).where('id', '=', jar.id).execute()
    },
    subject: () => jar.id,
  },
  'sale-not-taken': {
    harm: (db) => db.deleteFrom('stock_movements').where('order_id', '=', paid).execute(),
    subject: () => paid,
  },
  'stock-not-returned': {
    harm: (db) =>
      db.deleteFrom('stock_movements').where('order_id', '=', cancelled).where('quantity', '>', 0).execute(),
    subject: () => cancelled,
  },
  'total-differs': {
    async harm(db) {
      await unguarded(db, 'order_items')
      await db.updateTable('order_items').set({ unit_price: 1 }).where('order_id', '=', paid).execute()
    },
    subject: () => paid,
  },
  'parts-differ': {
    harm: (db) =>
      sql`
      insert into order_item_parts
        (order_id, item_position, position, product_id, name, weight, packaging, quantity, price_idr, discount_idr)
      select order_id, position, 0, product_id, name, weight, packaging, 1, 1, 0 from order_items
      where order_id = ${paid}`.execute(db),
    subject: () => paid,
  },
  'payments-that-count': {
    async harm(db) {
      await sql`drop index payment_attempts_one_paid`.execute(db)
      await sql`
        insert into payment_attempts (id, order_id, number, status, amount, created_at, expires_at, paid_at)
        select id || '-2', order_id, 2, status, amount, created_at, expires_at, paid_at
        from payment_attempts where id = ${paid}`.execute(db)
    },
    subject: () => paid,
  },
  'amount-differs': {
    harm: (db) => ofAttempt(db, paid).set({ amount: 1 }).execute(),
    subject: () => paid,
  },
  'payable-when-over': {
    harm: (db) => ofAttempt(db, cancelled).set({ status: 'PENDING' }).execute(),
    subject: () => cancelled,
  },
  overdue: {
    harm: async () => {},
    subject: () => unpaid,
    now: () => later(shop.clock(), minutes(24 * 60 + 6)),
  },
  'history-illegal': {
    async harm(db) {
      await unguarded(db, 'order_history')
      const { status } = await db
        .updateTable('order_history')
        .set({ actor: 'customer' })
        .where('order_id', '=', paid)
        .where('status', '=', 'DIBAYAR')
        .returning('status')
        .executeTakeFirstOrThrow()
      return status
    },
    subject: () => paid,
  },
  'history-missing': {
    harm: (db) => db.deleteFrom('order_history').where('order_id', '=', unpaid).execute(),
    subject: () => unpaid,
  },
  'notified-twice': {
    harm: (db) =>
      sql`
        insert into notifications (user_id, order_id, kind, message, created_at)
        select user_id, order_id, kind, message, created_at from notifications
        where order_id = ${paid} and kind = 'payment-received'`.execute(db),
    subject: () => paid,
  },
  'refund-due': {
    async harm(db) {
      await paidTooLate(db)
      await promised(db)
    },
    subject: () => cancelled,
  },
  'refund-stuck': {
    async harm(db) {
      await paidTooLate(db)
      await promised(db)
      await sql`update refunds set state = 'asked', asked_at = due_at, refused = 'Belum dijawab',
        asked_by = (select id from users limit 1)`.execute(db)
    },
    subject: () => cancelled,
  },
  'due-not-promised': { harm: paidTooLate, subject: () => cancelled },
  'due-differs': {
    harm: (db) => sql`insert into money_due values (${paid}, -1)`.execute(db),
    subject: () => paid,
  },
  'payment-not-booked': {
    async harm(db) {
      await unguarded(db, 'money_entries')
      await db.deleteFrom('money_entries').where('order_id', '=', paid).execute()
    },
    subject: () => paid,
  },
  'refund-not-booked': {
    harm: (db) =>
      sql`insert into refunds (attempt_id, order_id, amount_idr, reason, refund_key, due_at, state, way, done_at)
        values (${paid}, ${paid}, 1, 'OUTSIDE', 'x', now(), 'done', 'outside', now())`.execute(db),
    subject: () => paid,
  },
  'owed-to-shop': {
    harm: (db) =>
      sql`insert into money_entries (order_id, attempt_id, kind, amount_idr, way, reference, at)
        select order_id, attempt_id, 'taken_back', amount_idr, 'gateway', 'x', at from money_entries
        where order_id = ${paid}`.execute(db),
    subject: () => paid,
  },
  withdrawn: {
    harm: (db) => ofOrder(db, paid).set({ payment_hold_at: shop.clock() }).execute(),
    subject: () => paid,
  },
  'partly-withdrawn': { harm: (db) => withMatter(db, paid, 'partly-withdrawn'), subject: () => paid },
  'other-amount': { harm: (db) => withMatter(db, unpaid, 'other-amount'), subject: () => unpaid },
  unclear: { harm: (db) => withMatter(db, unpaid, 'unclear'), subject: () => unpaid },
  unmatched: {
    harm: (db) =>
      db
        .insertInto('unmatched_payments')
        .values({ id: 'HANTU', gateway_state: 'settlement', first_seen_at: shop.clock(), last_seen_at: shop.clock() })
        .execute(),
    subject: () => 'HANTU',
  },
  'day-sums-differ': {
    harm: (db) =>
      db.insertInto('order_days').values({ day: quietDay, status: 'DIBAYAR', orders: 1, total: 86_000 }).execute(),
    subject: () => quietDay,
  },
  'day-products-differ': {
    async harm(db) {
      const sold = { day: quietDay, product_id: jar.id, quantity: 2, revenue: 80_000 }
      await db.insertInto('product_days').values(sold).execute()
    },
    subject: () => quietDay,
  },
  'search-text-differs': {
    harm: (db) =>
      db
        .insertInto('order_texts')
        .values({ id: 'HANTU', order_time: shop.clock(), status: 'DIKIRIM', found_by: 'hantu' })
        .execute(),
    subject: () => 'HANTU',
  },
}

test('records that only the shop has written have no findings', async () => {
  expect(await foundAfter(async () => {})).toEqual({})
})

describe('a violation is reported:', () => {
  test.each(Object.entries(harms))('%s', async (rule, { harm, subject, now }) => {
    const found = await foundAfter(harm, now?.())
    expect(found).toMatchObject({ [rule]: subject() })
  })
})

test('what the books find is a matter of the list, until they are right or an administrator has looked at it', async () => {
  const admin = await shop.onlyAdmin()
  const listed = async () => {
    await keepFindings(shop.db, shop.clock())
    return ((await admin.ask('GET', '/admin/money')).body as unknown as MoneyList).data
  }
  const sum = { day: quietDay, status: 'DIBAYAR', orders: 1, total: 86_000 } as const
  await shop.db.insertInto('order_days').values(sum).execute()
  await sql`insert into money_due values (${paid}, -1)`.execute(shop.db)
  const found = await listed()
  expect(found).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'books', id: `due-differs:${paid}`, order: expect.objectContaining({ id: paid }) },
      ...{ rule: 'due-differs', detail: 'Tercatat -Rp\u00a01, menurut buku Rp\u00a00' },
    }),
  )
  expect(found).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'books', id: `day-sums-differ:${quietDay}`, order: null, rule: 'day-sums-differ' },
      detail: `${quietDay.split('-').toReversed().join('-')}, DIBAYAR: tercatat 1 pesanan (Rp\u00a086.000), ada 0 (Rp\u00a00)`,
    }),
  )
  const path = `/admin/money/books/${encodeURIComponent(`due-differs:${paid}`)}/done`
  expect((await admin.ask('POST', path, { body: { note: 'Sudah tahu' } })).status).toBe(200)
  expect((await listed()).map(({ id }) => id)).not.toContain(`due-differs:${paid}`)
  await shop.db.deleteFrom('order_days').where('day', '=', quietDay).execute()
  await sql`delete from money_due where order_id = ${paid}`.execute(shop.db)
  expect(await listed()).toEqual([])
})

test('a paid order without a payment is reported, and so is a payment without a paid order', async () => {
  const unpaidAfterAll = (db: Db) => ofAttempt(db, paid).set({ status: 'GAGAL', paid_at: null }).execute()
  expect(await foundAfter(unpaidAfterAll)).toMatchObject({ 'payments-that-count': paid })
  const backToWaiting = (db: Db) => ofOrder(db, paid).set({ status: 'DIPROSES' }).execute()
  expect(await foundAfter(backToWaiting)).toMatchObject({ 'payments-that-count': paid, 'history-illegal': paid })
})

test('a total that is not the sum of its charges is reported', async () => {
  const without = (db: Db) =>
    db.deleteFrom('order_charges').where('order_id', '=', paid).where('kind', '=', 'service').execute()
  expect(await foundAfter(without)).toMatchObject({ 'total-differs': paid })
  const movedTo = (db: Db) =>
    db
      .updateTable('order_charges')
      .set({ kind: 'goods' })
      .where('order_id', '=', paid)
      .where('kind', '=', 'service')
      .execute()
  expect(await foundAfter(movedTo)).toMatchObject({ 'total-differs': paid })
})

test('stock that was returned for an order that is not cancelled is reported', async () => {
  const given = (db: Db) =>
    db.insertInto('stock_movements').values({ product_id: jar.id, order_id: paid, quantity: 2 }).execute()
  expect(await foundAfter(given)).toMatchObject({ 'stock-not-returned': paid, 'stock-not-explained': jar.id })
})

test('this file violates every rule, and the seller has a sentence for each', () => {
  const rulesIn = (file: string, pattern: RegExp) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8')
    return [...text.matchAll(pattern)].map(([, rule]) => rule)
  }
  const rules = rulesIn('books.sql', /^select '([a-z-]+)'/gm)
  expect(Object.keys(harms).sort()).toEqual([...rules, ...moneyKindNames].filter((kind) => kind !== 'books').sort())
  expect(Object.keys(bookRules).sort()).toEqual(rules.toSorted())
})

afterAll(async () => {
  expect(await checkBooks(shop.db, shop.clock())).toEqual([])
})
