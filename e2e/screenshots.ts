import type { Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { drawing } from './pictures.ts'
import { visit } from './screen.ts'
import { sellerScreens, setSellerStage, walk } from './seller-screens.ts'
import { shoot } from './shoot.ts'
import type { Account, Order, Shop } from './shop.ts'
import { walks } from './walks.ts'

test.beforeEach(({ faults }) => faults.allow(/./))

for (const [name, walk] of Object.entries(walks)) {
  test(name, async ({ openBrowser, shop }, info) => {
    await walk({ openBrowser, shop, look: (page, screen) => shoot(page, screen, info) })
  })
}

test('seller', async ({ openBrowser, shop }, info) => {
  const [product] = await shop.products({ query: 'cookies' })
  if (!product) throw new Error('The samples are missing')
  const stage = await setSellerStage(shop, product)
  const page = await openBrowser(await shop.seller())
  for (const screens of Object.values(sellerScreens)) {
    await walk(page, screens, stage, (name) => shoot(page, `admin-${name}`, info))
  }
})

/** With everything that a seller writes about herself, a season, a helper, and orders of several buyers on one day. */
test('a shop in use', async ({ openBrowser, shop }, info) => {
  const facts = {
    whatsapp: '081234567890',
    instagram: 'camilan.rumahan',
    story: 'Kami memanggang sejak 2016, setiap pagi, dari dapur rumah. Resep Ibu masih kami pakai sampai hari ini.',
    address: 'Jl. Melati Raya No. 8, Pasar Minggu, Jakarta Selatan 12520',
    season: {
      ...{ kind: 'natal', title: 'Kue untuk malam Natal', sentence: 'Pesan sebelum 20 Desember.' },
      ...{ category: 'KUE_KERING', query: null, from: '2020-01-01', to: '2099-12-31' },
    },
  }
  await shop.changeSettings(facts)
  const page = await openBrowser(await shop.seller())
  await setSellerPhoto(page, shop)
  await withHelper(page)
  const orders = await makeDay(shop)
  const ids = orders.map(({ id }) => id).join(',')

  const buyer = await openBrowser(orders[0]?.buyer)
  for (const [name, path] of [
    ['home', '/'],
    ['product', `/products/${(await shop.sample('nastar')).id}`],
    ['order-paid', `/my-order/order/${orders[0]?.id}`],
  ] as const) {
    await visit(buyer, path)
    await shoot(buyer, `in-use-${name}`, info)
  }
  const show = async (name: string, path: string) => {
    await visit(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shoot(page, `in-use-admin-${name}`, info)
  }
  await show('dashboard', '/admin/dashboard')
  await show('production', '/admin/production')
  await show('ship-many', `/admin/manage-orders/resi?ids=${ids}`)
  await page.getByPlaceholder('Nomor resi').first().fill('JX4410028765')
  await page.getByPlaceholder('Nomor resi').nth(1).fill('12')
  await shoot(page, 'in-use-admin-ship-many-filled', info)
  for (const { id } of orders) await shop.ship({ id }, { courier: 'J&T', tracking_number: 'JX4410028765' })
  await show('labels', `/admin/print?ids=${ids}`)
  await show('users', '/admin/manage-users')
  const gone = Object.fromEntries(Object.keys(facts).map((name) => [name, null]))
  await shop.changeSettings({ ...gone, seller_photo: null })
})

async function setSellerPhoto(page: Page, shop: Shop): Promise<void> {
  const headers = { authorization: `Bearer ${(await shop.seller()).token}` }
  const { data } = await (await page.request.get(`${shop.url}/api/admin/settings`, { headers })).json()
  const { name, mimeType, buffer } = await drawing('kastengel')
  const multipart = { version: String(data.version), image: { name, mimeType, buffer } }
  const answer = await page.request.put(`${shop.url}/api/admin/settings/seller-photo`, { headers, multipart })
  if (!answer.ok()) throw new Error(`The photo was refused: ${await answer.text()}`)
}

/** The first user of the list is a helper, whom the sample administrator can't invite. */
async function withHelper(page: Page): Promise<void> {
  await page.route(/\/api\/admin\/users\?/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const [first, ...others] = data
    const helper = { ...first, name: 'Rini Lestari', role: 'staf', is_admin: false }
    await route.fulfill({ response, json: { ...rest, data: [helper, ...others] } })
  })
}

/** Three buyers' paid orders of two products each. */
async function makeDay(shop: Shop): Promise<(Order & { buyer: Account })[]> {
  const goods = (await shop.products({ limit: '50' })).sort((a, b) => b.stock - a.stock)
  const day: (Order & { buyer: Account })[] = []
  for (const [index, name] of ['Wulan Ayu', 'Bambang Sutrisno', 'Maria Fransiska'].entries()) {
    const buyer = await shop.makeBuyer({ name })
    for (const product of goods.slice(index, index + 2)) await shop.addToCart(buyer, product, index + 1)
    const order = await shop.orderCart(buyer)
    await shop.pay(buyer, order)
    day.push({ ...order, buyer })
  }
  return day
}
