import type { AuditEntry } from '@camilan/contract/audit'
import { defaultLook } from '@camilan/contract/looks'
import type { AdminSettings, SettingsChange } from '@camilan/contract/settings'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteUnusedImages } from '../media/delete-unused-images.ts'
import { days, later } from '../platform/clock.ts'
import { useShop } from '../testing/make-shop.ts'
import { makePicture } from '../testing/pictures.ts'
import { resetSettings } from '../testing/settings.ts'
import { useEach } from '../testing/use-each.ts'

const shop = useShop({ environment: { SERVICE_FEE: '2000', MAX_UNPAID_ORDERS: '', MAX_UNPAID_ENDED: '' } })
beforeEach(() => resetSettings(shop))
const sari = useEach(() => shop.admin({ name: 'Bu Sari' }))

const read = async () => (await sari.ask<AdminSettings>('GET', '/admin/settings')).body.data
const change = (body: SettingsChange & { version: number }) =>
  sari.ask<AdminSettings>('PUT', '/admin/settings', { body })
const audit = async () => (await sari.ask<AuditEntry[]>('GET', '/admin/settings/audit')).body.data
const entries = async () =>
  (await shop.db.selectFrom('audit_entries').select('id').where('subject_type', '=', 'settings').execute()).length

test('an untouched shop has the defaults, and names the settings of the environment', async () => {
  expect(await read()).toMatchObject({
    version: 0,
    ...{ logo_url: null, seller_photo_url: null, season_picture_url: null },
    locked: { service_fee: 'SERVICE_FEE' },
    settings: {
      shop_name: 'Camilan',
      tagline: null,
      story: null,
      since_year: null,
      whatsapp: null,
      shipping_cost: 4_000,
      service_fee: 2_000,
      minimum_order: 10_000,
      cities: {
        Jakarta: { cost: null, days: null, delivers: true },
        Bekasi: { cost: null, days: null, delivers: true },
      },
      payment_methods: ['bca_va'],
      payment_expiry_minutes: 1_440,
      max_unpaid_orders: 5,
      max_unpaid_ended: 5,
      closed: null,
      hours: null,
      daily_cap: { orders: null, pieces: null },
    },
  })
})

test('the given settings change, the rest stays; the audit log has the change with the former values', async () => {
  const before = await entries()
  const { status, body } = await change({
    version: 0,
    shop_name: '  Dapur Bu Ani ',
    shipping_cost: 7_500,
    cities: { Bogor: { cost: 9_000, days: '3-4 hari', delivers: true } },
    alerts: { backup: false },
  })
  expect({ status, version: body.data.version }).toEqual({ status: 200, version: 1 })
  expect((await change({ version: 1, cities: { Depok: { cost: null, days: null, delivers: false } } })).status).toBe(
    200,
  )
  const { settings } = await read()
  expect(settings).toMatchObject({
    shop_name: 'Dapur Bu Ani',
    shipping_cost: 7_500,
    service_fee: 2_000,
    cities: {
      Jakarta: { cost: null, days: null, delivers: true },
      Bogor: { cost: 9_000, days: '3-4 hari', delivers: true },
      Depok: { cost: null, days: null, delivers: false },
    },
    alerts: { backup: false, clock: true },
  })
  expect(await entries()).toBe(before + 2)
  const [last, first] = await audit()
  expect(last).toMatchObject({
    actor: { name: 'Bu Sari' },
    action: 'changed',
    changes: [{ field: 'cities.Depok.delivers', before: 'ya', after: 'tidak' }],
  })
  expect(first?.changes).toEqual([
    { field: 'shop_name', before: 'Camilan', after: 'Dapur Bu Ani' },
    { field: 'shipping_cost', before: 4_000, after: 7_500 },
    { field: 'cities.Bogor.cost', before: null, after: 9_000 },
    { field: 'cities.Bogor.days', before: null, after: '3-4 hari' },
    { field: 'alerts.backup', before: 'ya', after: 'tidak' },
  ])
})

test('the second of two administrators who saw the same settings is refused, and gets the present ones', async () => {
  expect((await change({ version: 0, tagline: 'Renyah setiap hari.' })).status).toBe(200)
  const refused = await change({ version: 0, shipping_cost: 9_000 })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'SETTINGS_CHANGED', data: { version: 1, settings: { tagline: 'Renyah setiap hari.' } } },
  })
  expect((await read()).settings.shipping_cost).toBe(4_000)
  expect((await change({ version: 1, shipping_cost: 9_000 })).status).toBe(200)
  expect((await read()).settings).toMatchObject({ tagline: 'Renyah setiap hari.', shipping_cost: 9_000 })
})

test('only one of twenty simultaneous changes is made', async () => {
  const costs = Array.from({ length: 20 }, (_, i) => 5_000 + i)
  const replies = await Promise.all(costs.map((shipping_cost) => change({ version: 0, shipping_cost })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  expect(await read()).toMatchObject({ version: 1 })
})

test('a change to the present values writes nothing', async () => {
  const before = await entries()
  expect(await change({ version: 0, shop_name: 'Camilan', shipping_cost: 4_000 })).toMatchObject({
    status: 200,
    body: { data: { version: 0 } },
  })
  expect(await entries()).toBe(before)
})

test('a setting of the environment is refused with the name of its variable, and no other is changed', async () => {
  const refused = await change({ version: 0, service_fee: 3_000, shop_name: 'Lain' })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', fields: { service_fee: expect.stringContaining('SERVICE_FEE') } },
  })
  expect((await read()).settings).toMatchObject({ service_fee: 2_000, shop_name: 'Camilan' })
})

describe('the environment overrides stored values', () => {
  test('a stored service fee has no effect', async () => {
    await shop.db
      .updateTable('shop_settings')
      .set({ settings: JSON.stringify({ service_fee: 9_000, shipping_cost: 5_000 }), version: 7 })
      .execute()
    expect((await read()).settings).toMatchObject({ service_fee: 2_000, shipping_cost: 5_000 })
  })

  test('a stored value that this release does not accept counts as untouched', async () => {
    await shop.db
      .updateTable('shop_settings')
      .set({ settings: JSON.stringify({ shipping_cost: 'gratis', shop_name: 'Tetap', unknown: 1 }), version: 8 })
      .execute()
    expect((await read()).settings).toMatchObject({ shipping_cost: 4_000, shop_name: 'Tetap' })
    expect((await change({ version: 8, tagline: 'Ya.' })).status).toBe(200)
  })
})

test.each<[string, Record<string, unknown>, string]>([
  ['an empty name', { shop_name: ' ' }, 'shop_name'],
  ['a cost below zero', { shipping_cost: -1 }, 'shipping_cost'],
  ['a fraction', { shipping_cost: 4_000.5 }, 'shipping_cost'],
  ['a minimum below that of the gateway', { minimum_order: 9_999 }, 'minimum_order'],
  ['a city that is unknown', { cities: { Bandung: { cost: 1, days: null, delivers: true } } }, 'cities'],
  ['a year of two digits', { since_year: 19 }, 'since_year'],
  ['no way to pay', { payment_methods: [] }, 'payment_methods'],
  ['an unknown way to pay', { payment_methods: ['bca_va', 'ovo'] }, 'payment_methods'],
  ['no time to pay', { payment_expiry_minutes: 1 }, 'payment_expiry_minutes'],
  ['a number of WhatsApp in letters', { whatsapp: 'nol delapan' }, 'whatsapp'],
  ['an account of Instagram that is a script', { instagram: 'javascript:alert(1)' }, 'instagram'],
  ['another site in the place of Facebook', { facebook: 'https://jahat.example/x' }, 'facebook'],
  ['a logo that was not uploaded', { logo: 'deadbeef' }, 'logo'],
  ['an accent that is no colour', { look: { ...defaultLook, accent: 'red;}body{' } }, 'look'],
  ['an unknown palette', { look: { ...defaultLook, palette: '../x' } }, 'look'],
])('%s is refused at its field', async (_, body, field) => {
  const { status, body: answer } = await change({ version: 0, ...body } as never)
  expect({ status, code: answer.code, fields: Object.keys(answer.fields ?? {}) }).toEqual({
    status: 400,
    code: 'VALIDATION',
    fields: [field],
  })
})

test('the methods are kept in the order of the table, and the audit log has a switch for each', async () => {
  const { body } = await change({ version: 0, payment_methods: ['gopay', 'bni_va', 'other_qris', 'gopay'] })
  expect(body.data.settings.payment_methods).toEqual(['other_qris', 'gopay', 'bni_va'])
  expect((await audit())[0]?.changes).toEqual([
    { field: 'payment_methods.other_qris', before: 'tidak', after: 'ya' },
    { field: 'payment_methods.gopay', before: 'tidak', after: 'ya' },
    { field: 'payment_methods.bca_va', before: 'ya', after: 'tidak' },
    { field: 'payment_methods.bni_va', before: 'tidak', after: 'ya' },
  ])
})

test('the last city stays on', async () => {
  const off = { cost: null, days: null, delivers: false }
  const refused = await change({
    version: 0,
    cities: { Jakarta: off, Bogor: off, Depok: off, Tangerang: off, Bekasi: off },
  })
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: { cities: expect.anything() } } })
})

test.each([
  ['instagram', '@camilan.rumahan', 'camilan.rumahan'],
  ['instagram', 'https://www.instagram.com/camilan.rumahan/?hl=id', 'camilan.rumahan'],
  ['instagram', ' ', null],
  ['facebook', 'https://web.facebook.com/profile.php?id=1000123', 'profile.php?id=1000123'],
  ['facebook', 'camilanrumahan', 'camilanrumahan'],
  ['whatsapp', ' 0812-3456-7890 ', '0812-3456-7890'],
  ['whatsapp', '', null],
] as const)('%s of %j is kept as %j', async (field, typed, kept) => {
  expect((await change({ version: 0, [field]: typed })).body.data.settings[field]).toBe(kept)
})

describe.each([
  ['logo', '/admin/settings/logo', 'Pilih gambar logo.'],
  ['hero_picture', '/admin/settings/hero-picture', 'Pilih gambar.'],
  ['seller_photo', '/admin/settings/seller-photo', 'Pilih gambar.'],
  ['season_picture', '/admin/settings/season-picture', 'Pilih gambar.'],
] as const)('the picture %s', (name, path, missing) => {
  const url = ({ data }: { data: AdminSettings }) => data[`${name}_url`] ?? ''
  function upload(version: number, picture?: Buffer) {
    const image = picture && { image: new Blob([new Uint8Array(picture)]) }
    return sari.ask<AdminSettings>('PUT', path, { form: { version: String(version), ...image } })
  }

  test('is uploaded, used and removed again', async () => {
    const { status, body } = await upload(0, await makePicture({ width: 90 }))
    expect({ status, version: body.data.version }).toEqual({ status: 200, version: 1 })
    expect(url(body)).toMatch(/\/media\/[0-9a-z]+-640\.webp$/)
    expect((await fetch(url(body))).status).toBe(200)
    const { body: told } = await shop.ask<{ logo: string }>('GET', '/shop')
    expect(told.data.logo).toBe(name === 'logo' ? url(body) : null)
    expect((await change({ version: 1, [name]: null })).body.data).toMatchObject({ [`${name}_url`]: null, version: 2 })
  })

  test('keeps its files as long as it is used', async () => {
    const { body } = await upload(0, await makePicture({ width: 92 }))
    const clean = (time: number) => deleteUnusedImages(shop.media, later(shop.clock(), time))
    await clean(0)
    await clean(days(2))
    expect((await fetch(url(body))).status).toBe(200)
    await change({ version: 1, [name]: null })
    await clean(days(3))
    await clean(days(5))
    expect((await fetch(url(body))).status).toBe(404)
  })

  test('is refused without a picture, with a file that is none, and with an old version', async () => {
    expect(await upload(0)).toMatchObject({ status: 400, body: { fields: { image: missing } } })
    expect(await upload(0, Buffer.from('<svg/>'))).toMatchObject({ status: 415 })
    expect(await upload(5, await makePicture({ width: 91 }))).toMatchObject({ status: 409 })
  })
})
