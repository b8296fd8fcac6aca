import { test } from './fixtures.ts'
import { useOwnShop } from './own-shop.ts'
import { paymentScreens } from './payment-screens.ts'
import { drawing } from './pictures.ts'
import { visit } from './screen.ts'
import { walks } from './screens.ts'
import { firstPort } from './set-ups.ts'
import { shoot } from './shoot.ts'
import { type Account, formOf, type Order, type Shop } from './shop.ts'

test.beforeEach(({ faults }) => faults.allow(/./))

for (const [name, walk] of Object.entries(walks)) {
  test(name, async ({ openBrowser, shop }, info) => {
    await walk({ openBrowser, shop, look: (page, screen) => shoot(page, screen, info) })
  })
}

test.describe('a shop that offers all methods', () => {
  useOwnShop(firstPort + 50)

  test('an order by each kind of method', async ({ openBrowser, shop }, info) => {
    await paymentScreens({ openBrowser, shop, look: (page, screen) => shoot(page, screen, info) })
  })
})

/** With everything that a seller writes about herself, a season, and orders of several buyers on one day. */
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
  await setSellerPhoto(shop)
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
  const gone = Object.fromEntries(Object.keys(facts).map((name) => [name, null]))
  await shop.changeSettings({ ...gone, seller_photo: null })
})

async function setSellerPhoto(shop: Shop): Promise<void> {
  const { version } = await shop.asSeller<{ version: number }>('GET', 'settings')
  const { mimeType, buffer } = await drawing('kastengel')
  const image = new Blob([new Uint8Array(buffer)], { type: mimeType })
  await shop.asSeller('PUT', 'settings/seller-photo', formOf({ version, image }))
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
