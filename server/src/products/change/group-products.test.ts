import type { AdminProduct, Product } from '@camilan/contract/catalog'
import { expect, test } from 'vitest'
import { whileReadOnly } from '../../testing/locks.ts'
import { useShop } from '../../testing/make-shop.ts'
import { useOpened } from '../../testing/use-opened.ts'

const shop = useShop()
const sari = useOpened(() => shop.admin())

const group = (id: string, ...product_ids: string[]) =>
  sari.ask('PUT', `/admin/products/${id}/group`, { body: { product_ids } })
const page = async ({ id }: { id: string }) => (await sari.ask<Product>('GET', `/products/${id}`)).body.data
const sizesOf = async (product: { id: string }) => (await page(product)).sizes?.map(({ id }) => id)
const change = (id: string, form: Record<string, string>) => sari.ask('PUT', `/admin/products/${id}`, { form })

test('each size shows all that are on sale, the cheapest first, and without others the group ends', async () => {
  const [large, small] = [await shop.product({ price: 50_000 }), await shop.product({ price: 20_000 })]
  const other = await shop.product({ price: 10_000 })
  expect(await sizesOf(large)).toBeUndefined()
  for (const _ of ['first', 'again']) expect(await group(large.id, small.id)).toMatchObject({ status: 200 })
  expect(await sizesOf(large)).toEqual([small.id, large.id])
  expect((await page(small)).group_id).toBe((await page(large)).group_id)
  await group(small.id, large.id, other.id)
  expect(await sizesOf(large)).toEqual([other.id, small.id, large.id])
  await group(other.id)
  expect(await sizesOf(other)).toBeUndefined()
  expect(await sizesOf(large)).toBeUndefined()
})

test('a kept page follows a price, a hidden size and its return', async () => {
  const [large, small] = [await shop.product({ price: 50_000 }), await shop.product({ price: 20_000 })]
  await group(large.id, small.id)
  await page(large)
  await change(small.id, { price: '21000' })
  await expect.poll(async () => (await page(large)).sizes?.[0]?.price).toBe(21_000)
  await change(small.id, { is_visible: 'false' })
  await expect.poll(() => sizesOf(large)).toBeUndefined()
  const { sizes } = (await sari.ask<AdminProduct>('GET', `/admin/products/${large.id}`)).body.data
  expect(sizes).toHaveLength(2)
  await change(small.id, { is_visible: 'true' })
  await expect.poll(() => sizesOf(large)).toHaveLength(2)
})

test('of two changes at once of the same product, the second replaces the sizes of the first', async () => {
  const [one, ...others] = [await shop.product(), await shop.product(), await shop.product()]
  const acts = others.map(
    ({ id }) =>
      () =>
        group(one.id, id),
  )
  for (const answer of await whileReadOnly(shop.pool, 'products', acts)) expect(answer).toMatchObject({ status: 200 })
  const { sizes } = (await sari.ask<AdminProduct>('GET', `/admin/products/${one.id}`)).body.data
  expect(sizes).toHaveLength(2)
})

test('sales at the same time do not stop it', async () => {
  const [one, two] = [await shop.product(), await shop.product()]
  let isOver = false
  const sale = `do $$ begin
    update products set place = place where id = '${one.id}'; perform pg_sleep(0.01);
  end $$`
  const sales = Array.from({ length: 8 }, async () => {
    while (!isOver) await shop.pool.query(sale)
  })
  const answers: number[] = []
  for (let i = 0; i < 10; i += 1) answers.push((await group(one.id, ...(i % 2 ? [] : [two.id]))).status)
  isOver = true
  await Promise.all(sales)
  expect(answers).toEqual(Array(10).fill(200))
})

test('an unknown product is refused and changes nothing', async () => {
  const one = await shop.product()
  expect(await group(one.id, crypto.randomUUID())).toMatchObject({ status: 404 })
  expect(await page(one)).toMatchObject({ group_id: null })
})
