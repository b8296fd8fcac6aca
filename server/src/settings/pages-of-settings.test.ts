/** The texts about the shop on its pages: those of the spec until a setting is touched, then the set ones. */
import type { SettingsChange, ShopFacts } from '@camilan/contract/settings'
import { beforeEach, describe, expect, test } from 'vitest'
import { useShop } from '../testing/make-shop.ts'
import { resetSettings, setSettings } from '../testing/settings.ts'

const shop = useShop({ pages: true })
const ownShop = useShop({ pages: true, environment: { DEMO_DATA: 'false' } })
type Shop = typeof shop

beforeEach(async () => {
  for (const one of [shop, ownShop]) await resetSettings(one)
})

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

async function htmlOf(path: string, from: Shop = shop): Promise<string> {
  return (await fetch(from.origin + path)).text()
}

/** The text that a visitor reads, with plain spaces. */
async function textOf(path: string, from: Shop = shop): Promise<string> {
  const html = await htmlOf(path, from)
  return html
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\n+/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .replaceAll(' .', '.')
}

const set = async (change: SettingsChange, of: Shop = shop) => setSettings(await of.admin(), change)

const welcome = (name: string, text: string) => `Selamat datang di ${name} ${text} Belanja Sekarang`
const specWelcome =
  'Keripik gurih per bal dan kue kering per toples, dibuat di dapur rumahan sejak 2016. Pilih yang Anda suka, kami antar sampai depan pintu.'
const specFooter = 'Keripik dan kue kering dari dapur rumahan, dikemas dalam bal dan toples sejak 2016.'
const specDescription =
  'Keripik gurih per bal dan kue kering per toples dari dapur rumahan, diantar 2-3 hari ke Jakarta, Bogor, Depok, Tangerang, dan Bekasi.'

describe('settings that were never touched', () => {
  test('leave every text of the pages as it is in the spec', async () => {
    const { id } = await shop.product()
    const home = await textOf('/')
    for (const sentence of [
      welcome('Camilan', specWelcome),
      'Tiba 2-3 hari Jabodetabek BCA',
      'Ongkos kirim Rp 4.000 Sama ke semua kota tujuan.',
      'Kota tujuan Jakarta, Bogor, Depok, Tangerang, dan Bekasi. Kota lain segera hadir.',
      `Camilan ${specFooter} Kategori`,
      'Ikuti Kami Segera hadir di Instagram Facebook WhatsApp © 2018 Camilan',
    ]) {
      expect(home).toContain(sentence)
    }
    const html = await htmlOf('/')
    expect(html).toContain(`<meta name="description" content="${specDescription}"/>`)
    expect(html).toContain(`"logo":"${shop.origin}/icon-512.png"`)
    expect(html).not.toContain('wa.me')
    expect(await htmlOf('/products')).toContain('dalam bal dan toples, diantar ke Jabodetabek.')
    expect(await textOf(`/products/${id}`)).toContain(
      'Belum termasuk ongkos kirim Rp 4.000 dan biaya pelayanan Rp 2.000 per pesanan.',
    )
  })

  test('are told to every client that asks', async () => {
    const { status, body } = await shop.ask<ShopFacts>('GET', '/shop')
    const { categories, packagings, weights, places, has_zones, weighs_parcels, ...data } = body.data
    expect([categories, packagings, weights, places].map((list) => list.length)).toEqual([2, 2, 4, 8])
    expect([has_zones, weighs_parcels]).toEqual([false, false])
    const city = { cost: 4_000, days: '2-3 hari', per_kg: false }
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        name: 'Camilan',
        ...{ tagline: null, story: null, since_year: null, logo: null },
        ...{ address: null, whatsapp: null, instagram: null, facebook: null },
        ...{
          shipping_cost: 4_000,
          service_fee: 2_000,
          delivery_per_kg: false,
          pickup: false,
          minimum_order: 10_000,
          payment_methods: ['bca_va'],
        },
        cities: ['Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi'].map((name) => ({ name, ...city })),
      },
    })
  })
})

test('every page that is loaded after a change shows it, also a page that was ready', async () => {
  const { id } = await shop.product()
  const paths = ['/', '/products', `/products/${id}`, '/auth/login', '/tidak-ada', '/cart', '/manifest.webmanifest']
  for (const path of [...paths, ...paths]) expect(await htmlOf(path)).toContain('Camilan')
  await set({
    shop_name: 'Dapur Bu Ani',
    tagline: 'Renyah dari Bogor.',
    since_year: 2019,
    address: 'Jl. Melati 1\nBogor',
    whatsapp: '0812-3456-7890',
    instagram: 'dapur.bu.ani',
    facebook: 'profile.php?id=1000123',
    minimum_order: 25_000,
    cities: {
      Jakarta: { cost: 10_000, days: '1 hari', delivers: true },
      Bekasi: { cost: null, days: null, delivers: false },
    },
  })
  for (const path of [...paths, ...paths]) {
    const html = await htmlOf(path)
    expect(html).toContain('Dapur Bu Ani')
    expect(html.replaceAll(/data:image[^"]*/g, '').includes('Camilan')).toBe(false)
  }
  const home = await textOf('/')
  expect(home).toContain(welcome('Dapur Bu Ani', 'Renyah dari Bogor.'))
  expect(home).toContain('Ongkos kirim mulai Rp 4.000 Menurut kota tujuan.')
  expect(home).toContain('Kota tujuan Jakarta, Bogor, Depok, dan Tangerang. Kota lain segera hadir.')
  expect(home).toContain('Jl. Melati 1 Bogor')
  expect(home).toContain('© 2019 Dapur Bu Ani')
  expect(home).not.toContain('2016')
  const html = await htmlOf('/')
  expect(html).toContain('href="https://wa.me/6281234567890"')
  expect(html).toContain('href="https://www.instagram.com/dapur.bu.ani/"')
  expect(html).toContain('href="https://www.facebook.com/profile.php?id=1000123"')
  expect(await textOf(`/products/${id}`)).toContain(
    'Belum termasuk ongkos kirim mulai Rp 4.000 dan biaya pelayanan Rp 2.000 per pesanan. Total pesanan minimal Rp 25.000.',
  )
  await set({ whatsapp: null, facebook: null })
  expect(await textOf('/')).toContain('Ikuti Kami Instagram @dapur.bu.ani © 2019 Dapur Bu Ani')
})

test('the description of the API has the name of the shop', async () => {
  const titles = async () =>
    Promise.all(
      ['/api/openapi.json', '/api/docs/json'].map(async (path) => {
        const { info } = (await (await fetch(shop.origin + path)).json()) as { info: { title: string } }
        return info.title
      }),
    )
  expect(await titles()).toEqual(['Camilan', 'Camilan'])
  await set({ shop_name: 'Dapur Bu Ani' })
  expect(await titles()).toEqual(['Dapur Bu Ani', 'Dapur Bu Ani'])
})

test('a text of the seller stays text, whatever it contains', async () => {
  await set({
    shop_name: '<b>Toko</b> & "Ani"',
    tagline: '</script><script>alert(1)</script>',
    address: '\'"><img src=x>',
  })
  const html = await htmlOf('/')
  expect(html).not.toContain('<script>alert(1)')
  expect(html).not.toContain('<img src=x>')
  expect(await textOf('/')).toContain('Selamat datang di <b>Toko</b> & "Ani"')
})

test('a shop that was opened without samples does not mention 2016 until its seller does', async () => {
  await ownShop.product() // without one the page says that the shop opens soon
  const home = await textOf('/', ownShop)
  expect(home).not.toContain('2016')
  expect(home).toContain(
    'Keripik gurih per bal dan kue kering per toples, dibuat di dapur rumahan. Pilih yang Anda suka, kami antar sampai depan pintu.',
  )
  await set({ since_year: 2021 }, ownShop)
  expect(await textOf('/', ownShop)).toContain('dibuat di dapur rumahan sejak 2021. Pilih')
})

test('a shop with zones names its places and the least fee, also where it delivers to no city', async () => {
  const sari = await shop.onlyAdmin()
  const cities = (delivers: boolean) =>
    Object.fromEntries(
      ['Jakarta', 'Bogor', 'Depok', 'Tangerang', 'Bekasi'].map((city) => [city, { cost: null, days: null, delivers }]),
    ) as NonNullable<SettingsChange['cities']>
  const put = async (services: object[]) => {
    const version = shop.settings.version()
    const zones = [{ name: 'A', places: ['32.73', '33'], services }]
    expect((await sari.ask('PUT', '/admin/zones', { body: { version, zones } })).status).toBe(200)
  }
  await put([{ name: 'JNE', first_kg: 9_000, further_kg: 9_000, days_min: 2, days_max: 3 }])
  await set({ cities: cities(false) })
  expect(await textOf('/')).toContain('Kota tujuan Kota Bandung dan Jawa Tengah. Cari daerah Anda saat memesan.')
  expect(await textOf('/')).toContain('Ongkos kirim mulai Rp 9.000 per kg Menurut tujuan.')
  const facts = async () => (await shop.ask<ShopFacts>('GET', '/shop')).body.data
  expect(await facts()).toMatchObject({ has_zones: true, weighs_parcels: true })
  await put([{ name: 'Kurir instan', to_courier: true }])
  expect(await htmlOf('/')).not.toContain('Infinity')
  expect(await facts()).toMatchObject({ has_zones: true, weighs_parcels: false })
  await set({ cities: cities(true) })
  expect(await textOf('/')).toContain('Jakarta, Bogor, Depok, Tangerang, Bekasi, dan daerah lain. Cari daerah Anda')
})
