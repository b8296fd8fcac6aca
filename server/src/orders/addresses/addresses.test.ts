import { type Address, maxAddresses } from '@camilan/contract/addresses'
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import type { Customer } from '../../testing/shop-client.ts'

const shop = useShop()
const path = '/users/me/addresses'
let ani: Customer

beforeEach(async () => {
  ani = await shop.customer()
})

const home = { label: 'Rumah', address: 'Jl. Melati 1', city: 'Depok' }
const save = (body: object, buyer = ani) => buyer.ask<Address>('POST', path, { body })
const saved = async (body: object) => (await save(body)).body.data
const list = async (buyer = ani) => (await buyer.ask<Address[]>('GET', path)).body.data

test('the first address is the default, and a later default takes its place', async () => {
  const first = await saved(home)
  expect(first).toMatchObject({ ...home, place: null, recipient: null, recipient_phone: null, is_default: true })
  const ibu = {
    label: 'Ibu',
    address: "Gang Ma'ruf 3",
    place: '32.73',
    recipient: 'Bu Sri',
    recipient_phone: '0812-3456-7890',
  }
  const second = await saved({ ...ibu, is_default: true })
  expect(second).toMatchObject({ ...ibu, city: 'Kota Bandung' })
  expect(await list()).toEqual([second, { ...first, is_default: false }])
})

test('a place that is saved again is the same entry, whatever its capitals, and stays the default', async () => {
  const { id } = await saved(home)
  expect(await saved({ ...home, label: 'Kontrakan', address: 'jl. melati 1' })).toMatchObject({ id, is_default: true })
  await saved({ ...home, recipient: 'Bu Sri' })
  expect((await list()).map(({ label, recipient }) => [label, recipient])).toEqual([
    ['Kontrakan', null],
    ['Rumah', 'Bu Sri'],
  ])
})

test('saves at once leave one entry of a place, one default and no more than ten', async () => {
  const homes = Array.from({ length: 6 }, () => save({ ...home, is_default: true }))
  const others = Array.from({ length: 12 }, (_, at) => save({ ...home, address: `Jl. Mawar ${at}`, is_default: true }))
  const statuses = (await Promise.all([...homes, ...others])).map(({ status }) => status)
  const all = await list()
  expect(all).toHaveLength(maxAddresses)
  expect(all.filter(({ is_default }) => is_default)).toHaveLength(1)
  expect(new Set(all.map(({ address }) => address)).size).toBe(maxAddresses)
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(3)
})

test('there is a default as long as there is an address: un-marking keeps it, removing gives it to the oldest', async () => {
  const [first, second] = [await saved(home), await saved({ ...home, address: 'Jl. Mawar 2', label: 'Z' })]
  await saved({ ...home, address: 'Jl. Anggrek 3', label: 'A' })
  const { body } = await ani.ask<Address>('PUT', `${path}/${first.id}`, { body: { ...home, is_default: false } })
  expect(body.data).toMatchObject({ id: first.id, is_default: true })
  await ani.ask('DELETE', `${path}/${first.id}`)
  expect((await list()).map(({ id, is_default }) => [id === second.id, is_default])).toEqual([
    [true, true],
    [false, false],
  ])
})

test('a change keeps the entry, and none becomes equal to another', async () => {
  const { id } = await saved(home)
  await saved({ ...home, address: 'Jl. Mawar 2' })
  const change = (body: object) => ani.ask<Address>('PUT', `${path}/${id}`, { body })
  expect((await change({ ...home, address: 'Jl. Melati 1A' })).body.data).toMatchObject({
    id,
    address: 'Jl. Melati 1A',
  })
  expect(await change({ ...home, address: 'Jl. Mawar 2' })).toMatchObject({
    status: 400,
    body: { fields: { address: 'Alamat ini sudah ada di daftar Anda.' } },
  })
  expect(await change({ ...home, address: 'Jl. Melati 1A' })).toMatchObject({ status: 200 })
})

test.each([
  [{ ...home, label: ' ' }, 'label'],
  [{ ...home, address: '' }, 'address'],
  [{ ...home, city: null }, 'city'],
  [{ ...home, place: '99.99' }, 'place'],
  [{ ...home, recipient_phone: '0812-3456-7890' }, 'recipient'],
])('%j is refused at the field %s', async (body, field) => {
  expect(await save(body)).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
})

test('nobody reads, changes or removes the address of another', async () => {
  const { id } = await saved(home)
  const budi = await shop.customer()
  expect(await list(budi)).toEqual([])
  expect(await budi.ask('PUT', `${path}/${id}`, { body: home })).toMatchObject({ status: 404 })
  expect(await budi.ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 404 })
  expect(await list()).toHaveLength(1)
  expect(await ani.ask('DELETE', `${path}/${id}`)).toMatchObject({ status: 200 })
  expect(await list()).toEqual([])
})
