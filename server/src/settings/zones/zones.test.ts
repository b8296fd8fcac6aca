import type { AuditEntry } from '@camilan/contract/audit'
import type { AdminZones, ZoneForm, ZonesCsvResult } from '@camilan/contract/zones'
import { beforeEach, expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { resetSettings, setSettings } from '../../testing/settings.ts'
import type { Customer } from '../../testing/shop-client.ts'

const shop = useShop()
let sari: Customer

beforeEach(async () => {
  await resetSettings(shop)
  await shop.db.deleteFrom('delivery_zones').execute()
  sari = await shop.onlyAdmin()
})

const read = async () => (await sari.ask<AdminZones>('GET', '/admin/zones')).body.data
const put = async (zones: object[], version?: number) =>
  sari.ask<AdminZones>('PUT', '/admin/zones', { body: { version: version ?? (await read()).version, zones } })
const csv = async (text: string, change: object = {}) =>
  sari.ask<ZonesCsvResult>('PUT', '/admin/zones/csv', {
    body: { csv: text, version: (await read()).version, ...change },
  })
const exported = async () => (await fetch(`${shop.origin}/api/admin/zones/csv`, { headers: sari.headers })).text()

const jne = { name: 'Reguler JNE', first_kg: 12_000, further_kg: 12_000, rounding_grams: 300, days_min: 2, days_max: 3 }
const bandung: Partial<ZoneForm> & object = {
  name: 'Bandung Raya',
  places: ['32.73', '32.04'],
  services: [
    jne as ZoneForm['services'][number],
    { name: 'Kurir toko', first_kg: 5_000, free_from: 100_000 } as ZoneForm['services'][number],
  ],
}

test('a shop that added nothing has the five cities of its settings as the first zone, and says where only parts are reached', async () => {
  await setSettings(sari, {
    delivery_per_kg: true,
    cities: {
      Bogor: { cost: 9_000, days: '3-4 hari', delivers: true },
      Bekasi: { cost: null, days: null, delivers: false },
    },
  })
  const { first, zones, gaps } = await read()
  expect(zones).toEqual([])
  expect(first.map(({ name, places }) => [name, places.map((place) => place.name)])).toEqual([
    ['Jakarta', ['Daerah Khusus Ibukota Jakarta']],
    ['Bogor', ['Kabupaten Bogor', 'Kota Bogor']],
    ['Depok', ['Kota Depok']],
    ['Tangerang', ['Kabupaten Tangerang', 'Kota Tangerang']],
    ['Bekasi', ['Kabupaten Bekasi', 'Kota Bekasi']],
  ])
  expect(first[1]?.services).toEqual([
    {
      ...{ name: 'Reguler', delivers: true, to_courier: false, first_kg: 9_000, further_kg: 9_000, smallest_fee: 0 },
      ...{ rounding_grams: 0, free_from: null, days_min: 3, days_max: 4 },
    },
  ])
  expect(first[4]?.services).toMatchObject([{ delivers: false, first_kg: 4_000 }])
  expect(gaps.map(({ sentence }) => sentence)).toEqual([
    'Jawa Barat: baru 3 dari 27 kabupaten dan kota yang bisa dikirimi.',
    'Banten: baru 2 dari 8 kabupaten dan kota yang bisa dikirimi.',
  ])
})

test('zones are replaced together, and the history names them', async () => {
  expect(await put([bandung, { ...bandung, name: 'Bali', places: ['51'] }])).toMatchObject({
    status: 200,
    body: { data: { version: 1 } },
  })
  const { zones } = await read()
  expect(zones).toMatchObject([
    {
      name: 'Bandung Raya',
      places: [
        { code: '32.04', name: 'Kabupaten Bandung' },
        { code: '32.73', name: 'Kota Bandung' },
      ],
    },
    {
      name: 'Bali',
      places: [{ code: '51', name: 'Bali' }],
      services: [jne, { name: 'Kurir toko', delivers: true, rounding_grams: 0, free_from: 100_000 }],
    },
  ])
  // The same again, as it was read, changes nothing.
  const again = zones.map((zone) => ({ ...zone, places: zone.places.map(({ code }) => code) }))
  expect(await put(again)).toMatchObject({ body: { data: { version: 1 } } })
  await put([{ ...bandung, services: [jne] }])
  const [last] = (await sari.ask<AuditEntry[]>('GET', '/admin/settings/audit')).body.data
  expect(last?.changes).toEqual([
    { field: 'zones', before: 'Bandung Raya', after: 'Bandung Raya' },
    { field: 'zones', before: 'Bali', after: null },
  ])
})

test('the second of two administrators who saw the same zones is refused, and gets the present ones', async () => {
  await put([bandung], 0)
  expect(await put([], 0)).toMatchObject({
    status: 409,
    body: { code: 'SETTINGS_CHANGED', data: { version: 1, zones: [{ name: 'Bandung Raya' }] } },
  })
})

test.each<[string, object[], string, string]>([
  ['an unknown place', [{ ...bandung, places: ['32.99'] }], 'zones.0.places', 'Daerah 32.99 tidak dikenal.'],
  [
    'two zones of one name',
    [bandung, { ...bandung, places: ['51'] }],
    'zones.1.name',
    'Ada dua zona bernama Bandung Raya.',
  ],
  [
    'a service of a place in two zones',
    [bandung, { name: 'Lain', places: ['32.73'], services: [{ name: 'KURIR TOKO' }] }],
    'zones.1.places',
    'Layanan KURIR TOKO untuk Kota Bandung sudah ada di zona Bandung Raya.',
  ],
  [
    'a service twice',
    [{ ...bandung, services: [jne, jne] }],
    'zones.0.services',
    'Layanan Reguler JNE untuk Kota Bandung ada dua kali di zona Bandung Raya.',
  ],
  [
    'the service of the first zone',
    [{ name: 'Lain', places: ['32.76'], services: [{ name: 'Reguler' }] }],
    'zones.0.places',
    'Layanan Reguler untuk Kota Depok sudah ada di zona Depok.',
  ],
])('%s is refused by name, and nothing is changed', async (_, zones, field, sentence) => {
  expect(await put(zones)).toMatchObject({ status: 400, body: { code: 'VALIDATION', fields: { [field]: sentence } } })
  expect(await read()).toMatchObject({ version: 0, zones: [] })
})

test.each([
  [{ further_kg: -1 }],
  [{ first_kg: 1.5 }],
  [{ rounding_grams: 1_000 }],
  [{ days_min: 3, days_max: 2 }],
  [{ days_max: null }],
  [{ name: ' ' }],
])('a service with %j is none', async (change) => {
  expect((await put([{ ...bandung, services: [{ ...jne, ...change }] }])).status).toBe(400)
})

test('a city that a zone has instead can not be switched on beside it', async () => {
  const depok = (delivers: boolean) => ({ cities: { Depok: { cost: null, days: null, delivers } } })
  await setSettings(sari, depok(false))
  expect((await put([{ name: 'Depok', places: ['32.76'], services: [{ ...jne, name: 'Reguler' }] }])).status).toBe(200)
  const { version } = await read()
  expect(await sari.ask('PUT', '/admin/settings', { body: { version, ...depok(true) } })).toMatchObject({
    status: 400,
    body: { fields: { cities: 'Layanan Reguler untuk Kota Depok sudah ada di zona Depok.' } },
  })
})

test('a file of zones comes back as it went', async () => {
  await setSettings(sari, { csv_separator: ';' })
  await put([
    bandung,
    {
      name: '=Zona "dua"; lain',
      places: ['35.29.22', '51'],
      services: [{ ...jne, delivers: false, to_courier: true }],
    },
  ])
  const { zones } = await read()
  const file = await exported()
  expect(file).toContain('Zona;Daerah;Layanan;Kg Pertama;')
  expect(await csv(file)).toMatchObject({
    status: 200,
    body: { data: { version: (await read()).version, problems: [] } },
  })
  expect((await read()).zones).toEqual(zones)
})

test('pasted cells become zones: those of one place are one zone without a name; a preview changes nothing', async () => {
  const cells = [
    'Tarif JNE 2026',
    'Tujuan\tKurir\tTarif\tKg Berikutnya\tHari Tercepat\tHari Terlama\tCatatan',
    'Kota Bandung\tReguler JNE\tRp 12.000\t12,000\t2\t3\tx',
    'Kabupaten Bandung, Jawa Barat\tReguler JNE\t15.000\t15.000\t2\t3\t',
    '\t\t\t\t\t\t',
    'kota bandung\tPaxel\t20000\t\t\t\t',
    '32.76.06\tPaxel\t18000\t\t\t\t',
  ].join('\n')
  const seen = await csv(cells, { preview: true })
  expect(seen.body.data).toMatchObject({ problems: [], unknown_columns: ['Catatan'] })
  expect((await read()).zones).toEqual([])
  await csv(cells)
  expect((await read()).zones).toEqual(seen.body.data.zones)
  expect(
    seen.body.data.zones.map(({ name, services }) => [name, services.map((one) => [one.name, one.first_kg])]),
  ).toEqual([
    [
      'Kota Bandung',
      [
        ['Reguler JNE', 12_000],
        ['Paxel', 20_000],
      ],
    ],
    ['Kabupaten Bandung', [['Reguler JNE', 15_000]]],
    ['Beji, Kota Depok', [['Paxel', 18_000]]],
  ])
  expect(seen.body.data.gaps.map(({ place, reached }) => [place.name, reached])).toContainEqual(['Jawa Barat', 7])
})

test('each line that can not be used is named, and nothing is changed', async () => {
  const file = [
    'Zona,Daerah,Layanan,Kg Pertama,Dikirim',
    'A,Depok,JNE,1000,Ya',
    'A,Kota Bandung,,1000,Ya',
    'A,Kota Cimahi,JNE,mahal,mungkin',
    'B,Kota Bandung,JNE,1000,Ya',
    'B,Kota Cimahi,JNE,2000,Ya',
    'B,Kota Bandung,JNE,1000,Ya',
    'C,Kota Bandung,Paxel,1,Ya',
    'C,Kota Cimahi,JNT,1,Ya',
    'D,Kota Depok,Reguler,1,Ya',
  ].join('\n')
  const refused = await csv(file)
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(refused.body.errors).toMatch(/^Baris 2: /)
  expect(refused.body.data.problems.map(({ line, column, sentence }) => [line, column, sentence])).toEqual([
    [2, 'Daerah', '“Depok” tidak dikenal. Maksud Anda Kota Depok?'],
    [3, 'Layanan', 'Nama layanan wajib diisi.'],
    [4, 'Dikirim', 'Isi dengan ya atau tidak.'],
    [4, 'Kg Pertama', 'Ongkos kilogram pertama harus bilangan bulat dari 0 sampai 10.000.000.'],
    [
      6,
      'Kg Pertama',
      'Berbeda dari baris 5, padahal zona B dan layanannya sama. Beri zona lain, atau kosongkan zonanya.',
    ],
    [7, undefined, 'Daerah dan layanan ini sudah ada di baris 5.'],
    [8, 'Zona', 'Zona C tidak punya layanan Paxel untuk Kota Cimahi. Beri zona lain.'],
    [9, 'Zona', 'Zona C tidak punya layanan JNT untuk Kota Bandung. Beri zona lain.'],
    [10, undefined, 'Layanan Reguler untuk Kota Depok sudah ada di zona Depok.'],
  ])
  expect(await read()).toMatchObject({ version: 0, zones: [] })
  expect(await csv('Nama,Harga\nA,1')).toMatchObject({
    status: 400,
    body: { fields: { csv: 'Tabel ini tidak punya kolom Daerah dan Layanan.' } },
  })
})

test('a file has no more services of a zone than the form', async () => {
  const rows = Array.from({ length: 21 }, (_, number) => `Jauh,Kota Denpasar,Layanan ${number},1000`)
  const seen = await csv(['Zona,Daerah,Layanan,Ongkos', ...rows].join('\n'), { preview: true })
  expect(seen.body.data.problems).toEqual([{ line: 2, sentence: 'Paling banyak 20 layanan dalam satu zona.' }])
})
