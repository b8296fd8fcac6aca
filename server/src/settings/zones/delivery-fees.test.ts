/** What the zones of a shop say for a place. Nothing here reads a database. */
import { cities } from '@camilan/contract/cities'
import {
  type DeliveryService,
  type DeliveryZone,
  feeOf,
  feesFor,
  gapsOf,
  needsSmallerPlace,
  overlapsOf,
  serviceKey,
} from '@camilan/contract/delivery-fees'
import { gramsOf, pieceGrams } from '@camilan/contract/delivery-weight'
import { placeAndAround, placesOfCity } from '@camilan/contract/place-codes'
import { settingsTable } from '@camilan/contract/settings'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstZones } from '../words/delivery.ts'

const usual: DeliveryService = {
  ...{ name: 'Reguler', delivers: true, to_courier: false, first_kg: 10_000, further_kg: 8_000, smallest_fee: 0 },
  ...{ rounding_grams: 300, free_from: null, days_min: 2, days_max: 3 },
}
const service = (change: Partial<DeliveryService> = {}): DeliveryService => ({ ...usual, ...change })
const zone = (places: string[], ...services: DeliveryService[]): DeliveryZone => ({
  ...{ name: places.join(), places, services },
})
const parcel = { grams: 1_000, goods: 50_000 }
const said = (zones: DeliveryZone[], place: string, sent = parcel) =>
  feesFor(zones, place, sent).map(({ service, fee }) => [service.name, fee])

test.each([
  [0, 10_000],
  [1, 10_000],
  [1_000, 10_000],
  [1_300, 10_000],
  [1_301, 18_000],
  [2_300, 18_000],
  [10_000, 82_000],
])('a parcel of %i g, with 300 g of tolerance, costs %i', (grams, fee) => {
  expect(feeOf(usual, { grams, goods: 1 })).toEqual({ fee, is_free: false })
})

test('the smallest fee, the sum that makes it free, and a fee for the courier', () => {
  expect(feeOf(service({ smallest_fee: 15_000 }), parcel)).toEqual({ fee: 15_000, is_free: false })
  const free = service({ free_from: 50_000, smallest_fee: 15_000 })
  expect([49_999, 50_000].map((goods) => feeOf(free, { grams: 1, goods }))).toEqual([
    { fee: 15_000, is_free: false },
    { fee: 0, is_free: true },
  ])
  // What the recipient pays is no charge of the order, and no free delivery.
  expect(feeOf(service({ to_courier: true, free_from: 0 }), parcel)).toEqual({ fee: 0, is_free: false })
})

test('for each service the most specific place decides; what it does not name falls back', () => {
  const java = zone(['32', '33'], service({ first_kg: 20_000 }), service({ name: 'Paxel', first_kg: 30_000 }))
  const depok = zone(['32.76'], service({ first_kg: 9_000 }), service({ name: 'Kurir toko', first_kg: 5_000 }))
  const beji = zone(['32.76.06'], service({ delivers: false }))
  const zones = [java, depok, beji]
  expect(said(zones, '32.73')).toEqual([
    ['Reguler', 20_000],
    ['Paxel', 30_000],
  ])
  expect(said(zones, '32.76.01')).toEqual([
    ['Kurir toko', 5_000],
    ['Reguler', 9_000],
    ['Paxel', 30_000],
  ])
  expect(said(zones, '32.76.06')).toEqual([
    ['Kurir toko', 5_000],
    ['Paxel', 30_000],
  ])
  expect(said(zones, '31')).toEqual([])
  expect(['32.76', '32.76.06', '32', '33'].map((place) => needsSmallerPlace(zones, place))).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('a service that is paid to the courier comes last, however little it adds to the total', () => {
  const zones = [zone(['31'], service({ name: 'Instan', to_courier: true }), service())]
  expect(said(zones, '31.71')).toEqual([
    ['Reguler', 10_000],
    ['Instan', 0],
  ])
})

test('a service that two zones name for one place is an overlap, also in other letters', () => {
  const zones = [
    zone(['31', '32'], service()),
    zone(['32', '33'], service({ name: 'reguler' }), service({ name: 'Paxel' })),
  ]
  expect(overlapsOf(zones)).toEqual([{ place: '32', service: 'reguler', zones: [0, 1] }])
  expect(overlapsOf([zone(['32'], service()), zone(['32.76'], service())])).toEqual([])
})

test('a gap is a place of which only some parts are reached', () => {
  const partsOf = (place: string) => ['01', '02', '03'].map((part) => `${place}.${part}`)
  const zones = [
    zone(['32.01.01'], service()),
    zone(['33'], service()),
    zone(['33.01.01'], service({ delivers: false })),
  ]
  expect(gapsOf(zones, partsOf)).toEqual([
    { place: '32', reached: 1, of: 3 },
    { place: '32.01', reached: 1, of: 3 },
  ])
})

describe('whatever zones there are', () => {
  const code: fc.Arbitrary<string> = fc.constantFrom('31', '32', '32.01', '32.76', '32.76.06', '32.76.07', '33.01.02')
  const rupiah = fc.integer({ min: 0, max: 100_000 })
  const anyService: fc.Arbitrary<DeliveryService> = fc.record({
    name: fc.constantFrom('Reguler', 'reguler', 'Paxel', 'Kurir toko'),
    delivers: fc.boolean(),
    to_courier: fc.boolean(),
    first_kg: rupiah,
    further_kg: rupiah,
    smallest_fee: rupiah,
    rounding_grams: fc.integer({ min: 0, max: 999 }),
    free_from: fc.option(rupiah, { nil: null }),
    days_min: fc.constant(null),
    days_max: fc.constant(null),
  })
  const anyZones = fc
    .array(
      fc.record({
        places: fc.uniqueArray(code, { minLength: 1, maxLength: 4 }),
        services: fc.array(anyService, { minLength: 1, maxLength: 3 }),
      }),
      { maxLength: 6 },
    )
    .map((zones) => zones.map((one, index) => ({ ...one, name: `Zona ${index}` })))
    .filter((zones) => overlapsOf(zones).length === 0)
  const anyParcel = fc.record({ grams: fc.integer({ min: 0, max: 50_000 }), goods: rupiah })

  test('a cart has one fee for each service that goes there, or none at all, in whatever order the zones stand', () => {
    fc.assert(
      fc.property(anyZones, code, anyParcel, (zones, place, sent) => {
        const fees = feesFor(zones, place, sent)
        const names = fees.map(({ service }) => serviceKey(service))
        expect(new Set(names).size).toBe(names.length)
        for (const { fee } of fees) expect(Number.isInteger(fee) && fee >= 0).toBe(true)
        const named = zones.flatMap((one) =>
          placeAndAround(place).flatMap((near) =>
            one.places.includes(near) ? one.services.map((of) => ({ near, of, zone: one.name })) : [],
          ),
        )
        for (const key of new Set(named.map(({ of }) => serviceKey(of)))) {
          const own = named.filter(({ of }) => serviceKey(of) === key)
          const nearest = own.find(({ near }) => own.every((other) => other.near.length <= near.length))
          expect(fees.filter(({ service }) => serviceKey(service) === key).map((fee) => fee.zone)).toEqual(
            nearest?.of.delivers ? [nearest.zone] : [],
          )
        }
        expect(feesFor(zones.toReversed(), place, sent)).toEqual(fees)
      }),
    )
  })

  test('for one service and one sum of goods a heavier parcel never costs less', () => {
    fc.assert(
      fc.property(anyService, anyParcel, fc.integer({ min: 0, max: 50_000 }), (of, sent, more) => {
        expect(feeOf(of, { ...sent, grams: sent.grams + more }).fee).toBeGreaterThanOrEqual(feeOf(of, sent).fee)
      }),
    )
  })

  const cost = fc.integer({ min: 0, max: 10_000_000 })
  const anyCity = fc.record({
    cost: fc.option(cost, { nil: null }),
    days: fc.constantFrom(null, '3-4 hari', 'besok'),
    delivers: fc.boolean(),
    per_kg: fc.option(fc.boolean(), { nil: null }),
  })
  const anySettings = fc.record({
    shipping_cost: cost,
    delivery_per_kg: fc.boolean(),
    cities: fc.record(
      Object.fromEntries(cities.map((city) => [city, anyCity])) as Record<(typeof cities)[number], typeof anyCity>,
    ),
  })

  test('the former fees of a shop are those of its first zone: the cost of the city, for each kilogram begun if it says so', () => {
    fc.assert(
      fc.property(anySettings, fc.integer({ min: 1, max: 50_000 }), rupiah, (settings, grams, goods) => {
        for (const city of cities) {
          const { cost, per_kg, delivers } = settings.cities[city]
          const former =
            (cost ?? settings.shipping_cost) * ((per_kg ?? settings.delivery_per_kg) ? Math.ceil(grams / 1_000) : 1)
          for (const place of placesOfCity[city]) {
            const fees = feesFor(firstZones(settings), place, { grams, goods })
            expect(fees.map(({ fee }) => fee)).toEqual(delivers ? [former] : [])
          }
        }
      }),
    )
  })
})

test('a new shop has the cost of the specification in its five cities, within two to three days', () => {
  const settings = {
    shipping_cost: settingsTable.shipping_cost.default as number,
    delivery_per_kg: settingsTable.delivery_per_kg.default as boolean,
    cities: settingsTable.cities.default as Parameters<typeof firstZones>[0]['cities'],
  }
  const [jakarta] = firstZones(settings)
  expect(firstZones(settings)).toHaveLength(5)
  expect(jakarta).toMatchObject({
    places: ['31'],
    services: [{ first_kg: 4_000, further_kg: 0, days_min: 2, days_max: 3 }],
  })
})

test('grams add up: however the lines of a parcel are split, its weight is the same sum of its pieces', () => {
  const piece = fc.record({
    weight: fc.constantFrom('KG_1', 'GRAM_150', 'LITER_2', 'ML_250', 'PCS_12'),
    net_weight_grams: fc.option(fc.integer({ min: 1, max: 100_000 })),
    packing_grams: fc.integer({ min: 0, max: 20_000 }),
    quantity: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 0, max: 50 }), (lines, at) => {
      const singles = lines.flatMap((line) => Array.from({ length: line.quantity }, () => ({ ...line, quantity: 1 })))
      expect(gramsOf(singles)).toBe(gramsOf(lines))
      expect(gramsOf(lines.slice(0, at)) + gramsOf(lines.slice(at))).toBe(gramsOf(lines))
      const grams = lines.reduce((sum, line) => sum + (pieceGrams(line) ?? line.packing_grams) * line.quantity, 0)
      expect(gramsOf(lines)).toBe(grams)
      const net = lines.map((line) => ({ ...line, packing_grams: 0 }))
      expect(gramsOf(lines)).toBeGreaterThanOrEqual(gramsOf(net))
    }),
  )
})
