import * as z from 'zod/mini'
import { type City, cities } from '../../cities.ts'
import { textOrNull } from '../../fields.ts'
import { settingLengths } from '../../lengths.ts'
import { maxFee, minimumTotal } from '../../settings-values.ts'
import { Rupiah } from '../../wire.ts'
import { rupiah, toggle, wholeNumber } from '../kinds.ts'
import { section } from '../section.ts'

const CityValue = z.object({
  /** Null: `shipping_cost`. */
  cost: z.nullable(Rupiah),
  /** The time that a delivery takes, such as `2-3 hari`; null: the text of the shop. */
  days: z.nullable(z.string()),
  delivers: z.boolean(),
  /** Whether the cost is that of one kilogram, as with `delivery_per_kg`, which decides where this is null. */
  per_kg: z.nullable(z.boolean()),
})

const CityChange = z.object({
  cost: z.nullable(wholeNumber('Ongkos kirim', 0, maxFee)),
  days: textOrNull('Lama pengiriman', settingLengths.days),
  delivers: z.boolean(),
  per_kg: z.optional(z.nullable(z.boolean())),
})

const usualCity: z.output<typeof CityValue> = { cost: null, days: null, delivers: true, per_kg: null }

export const delivery = section({
  id: 'delivery',
  title: 'Pengiriman dan biaya',
  settings: {
    shipping_cost: {
      label: 'Ongkos kirim',
      hint: 'Untuk kota yang tidak punya ongkos sendiri.',
      ...rupiah('Ongkos kirim', { min: 0, max: maxFee, default: 4_000 }),
      read: 'everybody',
      variable: 'SHIPPING_COST',
    },
    service_fee: {
      label: 'Biaya pelayanan',
      hint: 'Ditambahkan ke setiap pesanan. Boleh 0.',
      ...rupiah('Biaya pelayanan', { min: 0, max: maxFee, default: 2_000 }),
      read: 'everybody',
      variable: 'SERVICE_FEE',
    },
    minimum_order: {
      label: 'Minimal belanja',
      hint: 'Termasuk ongkos dan biaya pelayanan. Paling kecil 10.000, batas dari bank.',
      ...rupiah('Minimal belanja', { min: minimumTotal, max: maxFee, default: minimumTotal }),
      read: 'everybody',
    },
    // Each kilogram begun counts.
    delivery_per_kg: {
      label: 'Ongkos kirim per kilogram',
      hint: 'Ongkos dikalikan berat pesanan, dibulatkan ke atas. Beratnya dari isi bersih produk, atau dari kemasannya. Tiap kota bisa dibuat lain di bawah.',
      ...toggle,
      read: 'everybody',
    },
    pickup: {
      label: 'Pembeli boleh ambil sendiri',
      noun: 'ambil sendiri',
      hint: 'Tanpa ongkos kirim, di alamat pada bagian Kontak.',
      ...toggle,
      read: 'everybody',
    },
    cities: {
      label: 'Kota tujuan',
      hint: 'Matikan kota yang sedang tidak bisa dikirimi. Tekan ongkosnya untuk membuatnya lain dari yang di atas.',
      value: z.record(z.enum(cities), CityValue),
      schema: z.partialRecord(z.enum(cities), CityChange),
      default: Object.fromEntries(cities.map((city) => [city, usualCity])) as Record<City, typeof usualCity>,
      control: { kind: 'own' },
      inParts: true,
      read: 'everybody',
    },
  },
})
