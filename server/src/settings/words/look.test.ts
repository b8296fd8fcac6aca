/** The look of the shop: its style sheet, and what the pages say of it. */
import { defaultLook, type Look } from '@camilan/contract/looks'
import type { SettingsChange } from '@camilan/contract/settings'
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { makePicture } from '../../testing/pictures.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'

const shop = useShop({ pages: true })
beforeEach(() => resetSettings(shop))

const set = async (look: Partial<Look>, change: SettingsChange = {}) =>
  setSettings(await shop.admin(), { look: { ...defaultLook, ...look }, ...change })
const htmlOf = async (path: string) => (await fetch(shop.origin + path)).text()
const sheetIn = (text: string) => /\/assets\/look-[\w-]+\.css/.exec(text)?.[0] ?? ''
async function cssOf(path: string) {
  const { status, headers } = await fetch(shop.origin + path)
  return {
    status,
    type: headers.get('content-type'),
    cacheControl: headers.get('cache-control'),
    css: await (await fetch(shop.origin + path)).text(),
  }
}

test('the shop of the spec asks for no other file, and is the same again after a look was tried', async () => {
  const before = await htmlOf('/')
  expect(before).not.toContain('look')
  expect(before).toContain('content="#fff8ec"')
  await set({ palette: 'mawar' })
  expect(await htmlOf('/')).not.toBe(before)
  await set({})
  expect(await htmlOf('/')).toBe(before)
})

test('a chosen look is on every page, the offline page and in the manifest, with its colours for light and dark', async () => {
  const paths = ['/', '/products', '/auth/login', '/tidak-ada', '/sw.js']
  for (const path of paths) expect(sheetIn(await htmlOf(path))).toBe('')
  await set({ palette: 'bunga-telang', typeface: 'klasik' })
  const sheet = sheetIn(await htmlOf('/'))
  expect(sheet).toMatch(/^\/assets\/look-bunga-telang-asli-klasik-[0-9a-f]{8}\.css$/)
  for (const path of paths) expect([path, sheetIn(await htmlOf(path))]).toEqual([path, sheet])
  const { css, ...answer } = await cssOf(sheet)
  expect(answer).toEqual({
    status: 200,
    type: 'text/css; charset=utf-8',
    cacheControl: 'public, max-age=31536000, immutable',
  })
  expect(css).toContain(':root{--color-page:#f6f9fe;')
  expect(css).toMatch(/@media screen and \(prefers-color-scheme:dark\)\{:root\{--color-page:#1[0-9a-f]{5};/)
  expect(css).toContain('--font-sans:"Figtree"')
  expect(await htmlOf('/')).toContain(
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f9fe"/>',
  )
  expect(JSON.parse(await htmlOf('/manifest.webmanifest'))).toMatchObject({
    theme_color: '#f6f9fe',
    background_color: '#f6f9fe',
  })
})

test('an accent that can not be read is corrected by the server too', async () => {
  await set({ accent: '#ffd400' })
  const admin = await shop.admin()
  const { settings } = (await admin.ask<{ settings: { look: Look } }>('GET', '/admin/settings')).body.data
  expect(settings.look.accent).toBe('#816a01')
  const { css } = await cssOf(sheetIn(await htmlOf('/')))
  expect(css).toContain('--color-accent:#816a01;')
  expect(css).not.toContain('--color-page') // those of the first palette are in the style of every page
})

test('the file of another release is sent without being kept, and any other name is not found', async () => {
  await set({ palette: 'mawar' })
  const sheet = sheetIn(await htmlOf('/'))
  const { css } = await cssOf(sheet)
  expect(await cssOf(sheet.replace(/[0-9a-f]{8}\.css/, '00000000.css'))).toMatchObject({
    status: 200,
    cacheControl: 'no-cache',
    css,
  })
  const names = [
    'look-mawar-asli-rumah.css',
    'look-x-asli-rumah-00000000.css',
    'look-mawar-red-rumah-00000000.css',
    'look-pandan-asli-rumah-00000000.css',
    'look-../../x',
  ]
  for (const name of names) expect([name, (await cssOf(`/assets/${name}`)).status]).toEqual([name, 404])
})

test('her own picture is in the place of the drawing, in sizes, and goes with it', async () => {
  const drawn = await htmlOf('/')
  const admin = await shop.admin()
  const version = String(shop.settings.version())
  const image = new Blob([new Uint8Array(await makePicture({ width: 93 }))])
  expect((await admin.ask('PUT', '/admin/settings/hero-picture', { form: { version, image } })).status).toBe(200)
  const html = await htmlOf('/')
  expect(html).toMatch(/<img[^>]*srcSet="[^"]*\/media\/[0-9a-f]+-320\.webp 320w/)
  expect(sheetIn(html)).toBe('')
  await set({}, { hero_picture: null })
  expect(await htmlOf('/')).toBe(drawn)
})
