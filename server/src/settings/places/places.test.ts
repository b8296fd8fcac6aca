/** The places of the shop are those of the list of the ministry, and are found by what people type. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { cities } from '@camilan/contract/cities'
import { fullNameOf, placeAndAround, placesOfCity } from '@camilan/contract/place-codes'
import type { Place, PlaceQuery } from '@camilan/contract/places'
import { getDistricts, getProvinces, getRegencies } from 'idn-area-data'
import { expect, test } from 'vitest'
import { useShop } from '../../testing/make-shop.ts'
import { askAt } from '../../testing/shop-client.ts'
import { findPlaces, placeOf } from './places.ts'

const shop = useShop()
const find = (query: Partial<PlaceQuery>) => findPlaces({ query: null, parent: null, limit: 20, ...query })
const named = (query: string) => find({ query }).map(fullNameOf)
const partsOf = (places: readonly Place[]) => places.flatMap(({ code }) => find({ parent: code }))

const provinces = find({})
const regencies = partsOf(provinces)
const districts = partsOf(regencies)

test('each place of the list has its code and its whole name, and no other is there', async () => {
  const listed = await Promise.all([getProvinces(), getRegencies(), getDistricts()])
  const entries = (places: readonly { code: string; name: string }[]) =>
    places.map(({ code, name }) => `${code} ${name}`).sort()
  for (const [level, places] of [provinces, regencies, districts].entries()) {
    expect(entries(places)).toEqual(entries(listed[level] ?? []))
  }
  expect([provinces.length, regencies.length, districts.length]).toEqual([38, 514, 7_285])
  const kinds = ['provinsi', 'kabupaten', 'kota', 'kecamatan'].map(
    (kind) => [...provinces, ...regencies, ...districts].filter((place) => place.kind === kind).length,
  )
  expect(kinds).toEqual([38, 416, 98, 7_285])
})

test('the kind tells the 26 kabupaten from the kota of their name; a whole name names one place', () => {
  const bare = regencies.map(({ name }) => name.replace(/^(Kabupaten|Kota)( Administrasi)? /, ''))
  expect(bare.filter((name, index) => bare.indexOf(name) < index)).toHaveLength(26)
  const kecamatan = districts.map(({ name }) => name)
  expect(new Set(kecamatan.filter((name, index) => kecamatan.indexOf(name) < index)).size).toBe(290)
  const all = [...provinces, ...regencies, ...districts].map(fullNameOf)
  expect(new Set(all).size).toBe(all.length)
})

test('the five names of the cities are a province, three times a kota with its kabupaten, and a kota', () => {
  expect(cities.map((city) => placesOfCity[city].map((code) => placeOf(code)?.name))).toEqual([
    ['Daerah Khusus Ibukota Jakarta'],
    ['Kabupaten Bogor', 'Kota Bogor'],
    ['Kota Depok'],
    ['Kabupaten Tangerang', 'Kota Tangerang'],
    ['Kabupaten Bekasi', 'Kota Bekasi'],
  ])
})

test.each([
  ['Depok', 'Kota Depok'],
  ['  KOTÁ dépok ', 'Kota Depok'],
  ['kab bogor', 'Kabupaten Bogor'],
  ['Bandung', 'Kota Bandung'],
  ['bandung b', 'Kabupaten Bandung Barat'],
  ['DKI Jakarta', 'Daerah Khusus Ibukota Jakarta'],
  ['jogja', 'Kota Yogyakarta'],
  ['depok sleman', 'Depok, Kabupaten Sleman'],
  ['kec. beji, depok', 'Beji, Kota Depok'],
  ['raas', 'Ra"as, Kabupaten Sumenep'],
  ['wari/taiyeve', 'Wari/Taiyeve II, Kabupaten Tolikara'],
  ['2x11 kayu', undefined],
  ['2 x 11 kayu', '2 x 11 Kayu Tanam, Kabupaten Padang Pariaman'],
  ['...', undefined],
  ['Depok%', 'Kota Depok'],
  ['epok', undefined],
])('who types %j finds %j first', (query, first) => expect(named(query)[0]).toBe(first))

test('a kota comes before the kabupaten of its name, and both before kecamatan', () => {
  expect(find({ query: 'bandung' }).map(({ kind }) => kind)).toEqual([
    ...['kota', 'kabupaten', 'kabupaten'],
    ...Array(find({ query: 'bandung' }).length - 3).fill('kecamatan'),
  ])
})

test('everybody gets the parts of a place, in less than a kilobyte, and caches may keep them', async () => {
  const ask = askAt(shop.origin)
  const get = async (query: string) => (await ask<Place[]>('GET', `/places${query}`)).body.data
  const depok = await ask<Place[]>('GET', '/places?parent=32.76')
  expect(depok.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(depok.body.data).toHaveLength(11)
  const beji = { code: '32.76.06', name: 'Beji', kind: 'kecamatan', within: 'Kota Depok, Jawa Barat' }
  expect(depok.body.data[0]).toEqual(beji)
  expect(await get('')).toHaveLength(38)
  expect(await get('?parent=35')).toHaveLength(38)
  expect(await get('?parent=')).toMatchObject([{ kind: 'provinsi' }, ...Array(37).fill({ kind: 'provinsi' })])
  expect(await get('?parent=')).toHaveLength(38)
  expect(await get('?query=depok&parent=34&limit=1')).toMatchObject([{ code: '34.04.07' }])
  expect(await get('?query=a&limit=0')).toHaveLength(1)
  for (const query of ['?parent=99', '?parent=32.76.06', "?parent='", '?query=xyzzy'])
    expect(await get(query)).toEqual([])
  const [large] = regencies.toSorted((a, b) => partsOf([b]).length - partsOf([a]).length)
  const whole = await fetch(`${shop.origin}/api/places?parent=${large?.code}`, {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(gzipSync(await whole.bytes()).length).toBeLessThan(1_000)
})

test('the file is small', () => {
  const file = readFileSync(new URL('./indonesia.txt', import.meta.url))
  expect(gzipSync(file).length).toBeLessThan(60_000)
  expect(brotliCompressSync(file).length).toBeLessThan(45_000)
  expect(placeAndAround('32.76.06').map((code) => placeOf(code)?.name)).toEqual(['Beji', 'Kota Depok', 'Jawa Barat'])
})
