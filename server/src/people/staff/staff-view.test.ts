/** What a member of staff can do beyond the table of access.test.ts: the fields that they see and change, and their notices. */
import { expect, test } from 'vitest'
import { productForm } from '../../testing/make-product.ts'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
const admin = useOpened(() => shop.onlyAdmin())
const ani = useOpened(() => shop.customer())
const staff = useOpened(() => shop.staff())

/** The paths of all fields in an answer; entries of a list count as one. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((entry) => fieldsOf(entry, `${path}[]`))]
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, field]) => fieldsOf(field, `${path}.${name}`))]
}

test('answers to staff lack the fields of refunds, of money taken back and of costs, and only these', async () => {
  const refunded = await shop.orderPaidTooLate(ani)
  await admin.ask('POST', `/admin/refunds/${refunded}/done`, { body: { note: 'Transfer' } })
  const { id } = await shop.product()
  const paths = [`/admin/orders/${refunded}`, '/admin/orders', '/admin/products', `/admin/products/${id}`]
  const hidden = new Set<string>()
  for (const path of paths) {
    const [seen, all] = [await staff.ask('GET', path), await admin.ask('GET', path)]
    const fields = new Set(fieldsOf(seen.body))
    const isLeftOut = (field: string) => !fields.has(field) && fields.has(field.replace(/\.\w+$/, ''))
    for (const field of fieldsOf(all.body).filter(isLeftOut)) hidden.add(field.replace(/.*\./, ''))
    expect(fieldsOf(all.body)).toEqual(expect.arrayContaining([...fields]))
  }
  const left = [
    'assigned_payments',
    'balance',
    'cost_price',
    'refund_account',
    'refunded_at',
    'refunds',
    'reversed_at',
    'reversed_state',
  ]
  expect([...hidden].sort()).toEqual(left)
  // As a buyer of this shop, she sees the refunds of her own orders.
  const own = await shop.unpaidOrder(staff)
  expect((await staff.ask('GET', `/orders/${own}`)).body.data).toMatchObject({ refunds: [] })
})

test('staff change the stock of a product and nothing else', async () => {
  const { id } = await shop.product({ price: 40_000, stock: 5 })
  const change = (form: Record<string, string | Blob>) => staff.ask('PUT', `/admin/products/${id}`, { form })
  expect((await change({ stock: '7', expected_stock: '5' })).body.data).toMatchObject({ stock: 7, price: 40_000 })
  expect((await change({ stock_change: '-3' })).status).toBe(200)
  const { stock: _, ...others } = productForm
  for (const [field, value] of Object.entries({ ...others, low_stock_at: '2', expected_price: '40000' })) {
    expect([field, (await change({ stock: '1', [field]: String(value) })).body.code]).toEqual([field, 'FORBIDDEN'])
  }
  expect((await change({ stock: '1', image: new Blob(['x']) })).body.code).toBe('FORBIDDEN')
  const audit = await admin.ask<{ actor: object }[]>('GET', `/admin/products/${id}/audit`)
  expect(audit.body.data.map(({ actor }) => actor)).toEqual(Array(2).fill({ id: staff.id, name: staff.name }))
  expect(await shop.stockOf({ id })).toBe(4)
})

test('staff are notified of orders and stock, and of nothing else', async () => {
  const kindsOf = async (user: Customer) =>
    (await user.ask<{ kind: string }[]>('GET', '/notifications')).body.data.map(({ kind }) => kind)
  await shop.db.deleteFrom('notifications').execute()
  await shop.orderPaidTooLate(ani)
  await shop.paidOrder(ani)
  const kinds = ['new-order', 'new-order', 'order-cancelled-by-buyer', 'order-paid']
  expect((await kindsOf(staff)).sort()).toEqual(kinds)
  expect(await kindsOf(admin)).toEqual(expect.arrayContaining(['refund-due', ...kinds]))
})
