/** The pages of an open or closed shop. They are kept as ready answers, and other processes follow a change. */
import type { Opening } from '@camilan/contract/opening-answer'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { openDb } from '../../platform/db/db.ts'
import { openBroadcast } from '../../platform/events/broadcast.ts'
import { followSettings } from '../../settings/settings.ts'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import { statementsOf } from '../../testing/statements.ts'
import { useEach } from '../../testing/use-each.ts'
import { openShopOpening } from './shop-opening.ts'

const shop = useShop({ pages: true })
const sari = useEach(() => shop.admin())
afterEach(() => resetSettings(shop))

const paths = async () => {
  const product = await shop.product()
  return [
    '/',
    '/products',
    '/products?query=nastar',
    `/products/${product.id}`,
    '/cart',
    '/order',
    '/help',
    '/tidak-ada',
  ]
}
const html = async (path: string) => (await fetch(shop.origin + path)).text()
/** The text of a page without JavaScript. */
const banner = async (path: string) => {
  const section = /<section aria-label="Keadaan toko".*?<\/p>/s.exec(await html(path))?.[0]
  return section
    ?.replace(/<!-- -->/g, '')
    .replace(/<[^>]*>/g, '')
    .trim()
}
const banners = async (asked: string[]) => [...new Set(await Promise.all(asked.map(banner)))]
/**
 * Waits, as long as a busy machine needs, for a page that no age limit removes. Then every other page is new, too; pages of
 * products may be up to 5 s old.
 */
async function expectBanners(asked: string[], wanted: unknown): Promise<void> {
  await expect.poll(() => banner('/cart'), { timeout: 20_000, interval: 50 }).toEqual(wanted)
  expect(await banners(asked)).toEqual([wanted])
}
const close = (sentence: string) => sari.ask('POST', '/admin/opening/close', { body: { sentence, reopens_on: null } })
const dayIn = (count: number) => new Date(shop.clock().getTime() + hours(7) + days(count)).toISOString().slice(0, 10)
const advanceTo = (moment: string) => shop.advanceClock(Date.parse(`${moment}+07:00`) - shop.clock().getTime())

test('every page says that the shop is closed as soon as it is, and no longer when it is open', async () => {
  const asked = await paths()
  for (const path of [...asked, ...asked]) expect(await banner(path), path).toBeUndefined() // from now on they are ready
  await close('Libur Lebaran')
  expect(await banners(asked)).toEqual(['Toko sedang tutup. Libur Lebaran.'])
  expect(await banners(asked)).toEqual(['Toko sedang tutup. Libur Lebaran.'])
  await sari.ask('POST', '/admin/opening/reopen')
  expect(await banners(asked)).toEqual([undefined])
})

test('a kept page changes when the hours end', async () => {
  const day = { from: '08:00', to: '17:00' }
  await advanceTo(`${dayIn(1)}T16:59:59`)
  await setSettings(sari, {
    hours: { 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: day },
    hours_refuse_orders: true,
  })
  const asked = await paths()
  expect(await banners([...asked, ...asked])).toEqual([undefined])
  await advanceTo(`${dayIn(0)}T17:00:00`)
  await expectBanners(
    asked,
    expect.stringMatching(/^Toko sedang tutup\. Pesanan diterima pada jam buka\. Buka lagi .* pukul 08:00 WIB\.$/),
  )
})

test('a kept page says that the day is full, until an order is cancelled', async () => {
  await shop.advanceClock(days(1))
  await setSettings(sari, { daily_cap: { orders: 1, pieces: null } })
  const asked = await paths()
  expect(await banners([...asked, ...asked])).toEqual([undefined])
  const ani = await shop.customer()
  const id = await ani.buy(await shop.product())
  await expectBanners(asked, expect.stringMatching(/^Pesanan hari ini sudah penuh\. Buka lagi .*\.$/))
  await ani.setStatus(id, 'DIBATALKAN')
  await expectBanners(asked, undefined)
})

/** The page of a second process on the same database. Without events it would read everything again after 5 s. */
async function startOther() {
  const { db, close: closeDb } = openDb(shop.connection)
  const broadcast = openBroadcast(shop.connection, { warn() {} }, db)
  await broadcast.opened
  const settings = await followSettings({ db, broadcast, base: shop.config.settings })
  const opening = await openShopOpening({ db, clock: shop.clock, broadcast, settings })
  onTestFinished(async () => {
    opening.close()
    settings.close()
    await broadcast.close()
    await closeDb()
  })
  return opening
}

test('another process follows a closing, an opening and a full day by events', async () => {
  await shop.advanceClock(days(1))
  const other = await startOther()
  const follows = (wanted: Partial<Opening>) =>
    expect.poll(() => other.current(), { timeout: 4_000, interval: 10 }).toMatchObject(wanted)
  expect(other.current()).toMatchObject({ is_open: true })
  await close('Libur')
  await follows({ is_open: false, message: 'Libur.' })
  await sari.ask('POST', '/admin/opening/reopen')
  await follows({ is_open: true })
  await setSettings(sari, { daily_cap: { orders: 1, pieces: null } })
  const ani = await shop.customer()
  const id = await ani.buy(await shop.product())
  await follows({ code: 'CAP_REACHED' })
  await ani.setStatus(id, 'DIBATALKAN')
  await follows({ is_open: true })
})

test('no query counts orders without a cap', async () => {
  const ani = await shop.customer()
  const jar = await shop.product()
  const texts = await statementsOf(async () => {
    await ani.buy(jar)
    await shop.advanceClock(days(1))
    await shop.ask('GET', '/opening')
    await sari.ask('GET', '/admin/opening')
    await html('/')
  })
  expect(texts.filter((text) => text.includes('count(distinct orders.id)'))).toEqual([])
})
