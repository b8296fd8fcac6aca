import { expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { ownTables, withoutOwnData } from './own-data.ts'

const shop = useShop()

test('a person gets what the shop keeps of them, and nothing of another', async () => {
  const [ani, budi] = [await shop.customer(), await shop.customer()]
  const nastar = await shop.product({ name: 'Nastar', stock: 9 })
  const order = async (buyer: typeof ani, address: string) => {
    await buyer.ask('POST', '/users/me/addresses', { body: { label: 'Rumah', address, city: 'Depok' } })
    await buyer.addToCart(nastar, 2)
    const { order_id } = (await buyer.placeOrder({ address, notes: `untuk ${address}` })).body.data
    await buyer.addToCart(nastar, 1)
    return order_id
  }
  const id = await order(ani, "Gang Ma'ruf 3")
  const others = await order(budi, 'Jl. Rahasia 9')
  const answer = await ani.ask<Record<string, unknown>>('GET', '/users/me/export')
  expect(answer.body.data).toMatchObject({
    account: { name: ani.name, email: ani.email },
    addresses: [{ label: 'Rumah', address: "Gang Ma'ruf 3" }],
    cart_items: [{ quantity: 1 }],
    orders: [{ id, address: "Gang Ma'ruf 3", notes: "untuk Gang Ma'ruf 3" }],
    order_items: [{ order_id: id, name: 'Nastar', quantity: 2 }],
    payment_attempts: [{ order_id: id }],
    sessions: [{ user_agent: null }],
  })
  const text = JSON.stringify(answer.body)
  for (const secret of [others, 'Jl. Rahasia', budi.email, budi.id, 'password_hash', 'snap_token']) {
    expect(text).not.toContain(secret)
  }
})

test('each table that names a person is in the file, or says why not', async () => {
  const { rows } = await shop.pool.query<{ table: string }>(
    `select distinct c.conrelid::regclass::text as "table" from pg_constraint as c
      join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and ((c.confrelid = 'users'::regclass and a.attname = 'user_id')
        or (c.confrelid in ('orders'::regclass, 'order_items'::regclass) and a.attname = 'order_id'))`,
  )
  const tables = rows.map(({ table }) => table).sort()
  expect(tables).toEqual([...Object.keys(ownTables), ...Object.keys(withoutOwnData)].sort())
})
