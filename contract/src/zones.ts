/** The zones where the shop delivers, as an administrator reads and changes them. */
import * as z from 'zod/mini'
import { fileText, maxLengths, requiredLine } from './fields.ts'
import { formatNumber } from './formats.ts'
import { placePattern } from './place-codes.ts'
import { NamedPlace } from './places.ts'
import { maxFee } from './settings-values.ts'
import { Rupiah } from './wire.ts'

export const maxZones = 2_000
export const tooManyPlaces = { most: 1_000, sentence: 'Paling banyak 1.000 daerah dalam satu zona.' }
export const tooManyServices = { most: 20, sentence: 'Paling banyak 20 layanan dalam satu zona.' }

const whole = (noun: string, max: number) => {
  const sentence = `${noun} harus bilangan bulat dari 0 sampai ${formatNumber(max)}.`
  return z.int(sentence).check(z.gte(0, sentence), z.lte(max, sentence))
}
const fee = (noun: string) => whole(noun, maxFee)
const yesOrNo = 'Isi dengan ya atau tidak.'
const orNull = <T extends z.core.$ZodType>(schema: T) => z._default(z.nullable(schema), null)

/** See `DeliveryService` of delivery-fees.ts. What is missing is as if the fee were one for each order. */
export const ServiceForm = z
  .object({
    name: requiredLine('Nama layanan', maxLengths.deliveryService),
    delivers: z._default(z.boolean(yesOrNo), true),
    to_courier: z._default(z.boolean(yesOrNo), false),
    first_kg: z._default(fee('Ongkos kilogram pertama'), 0),
    further_kg: z._default(fee('Ongkos kilogram berikutnya'), 0),
    smallest_fee: z._default(fee('Ongkos terkecil'), 0),
    rounding_grams: z._default(whole('Toleransi berat', 999), 0),
    free_from: orNull(fee('Batas gratis ongkos kirim')),
    days_min: orNull(whole('Lama pengiriman', 60)),
    days_max: orNull(whole('Lama pengiriman', 60)),
  })
  .check(
    z.refine(({ days_min, days_max }) => (days_min === null) === (days_max === null), {
      error: 'Isi lama pengiriman dengan dua angka, atau kosongkan keduanya.',
      path: ['days_max'],
    }),
    z.refine(({ days_min, days_max }) => (days_min ?? 0) <= (days_max ?? 0), {
      error: 'Hari paling cepat tidak boleh lebih dari hari paling lama.',
      path: ['days_max'],
    }),
  )

export const ZoneForm = z.object({
  name: requiredLine('Nama zona', maxLengths.zone),
  /** Codes of places. */
  places: z
    .array(z.string('Daerah tidak dikenal.').check(z.regex(placePattern, 'Daerah tidak dikenal.')), 'Pilih daerahnya.')
    .check(
      z.minLength(1, 'Pilih paling sedikit satu daerah.'),
      z.maxLength(tooManyPlaces.most, tooManyPlaces.sentence),
    ),
  services: z
    .array(ServiceForm, 'Isi layanannya.')
    .check(
      z.minLength(1, 'Isi paling sedikit satu layanan.'),
      z.maxLength(tooManyServices.most, tooManyServices.sentence),
    ),
})
export type ZoneForm = z.infer<typeof ZoneForm>

/** All zones but the first. `version`: as in `SettingsUpdate`. */
export const ZonesUpdate = z.object({
  version: z.int(),
  zones: z.array(ZoneForm).check(z.maxLength(maxZones, `Paling banyak ${formatNumber(maxZones)} zona.`)),
})
export type ZonesUpdate = z.infer<typeof ZonesUpdate>

const ServiceAnswer = z.object({
  name: z.string(),
  delivers: z.boolean(),
  to_courier: z.boolean(),
  first_kg: Rupiah,
  further_kg: Rupiah,
  smallest_fee: Rupiah,
  rounding_grams: z.int(),
  free_from: z.nullable(Rupiah),
  days_min: z.nullable(z.int()),
  days_max: z.nullable(z.int()),
})

const ZoneAnswer = z.object({ name: z.string(), places: z.array(NamedPlace), services: z.array(ServiceAnswer) })

/** A place of which only some parts are reached, without a fee for the rest. */
const GapAnswer = z.object({ place: NamedPlace, reached: z.int(), of: z.int(), sentence: z.string() })

export const AdminZones = z.object({
  version: z.int(),
  /** What the settings of delivery say, in the form of zones. They are changed there. */
  first: z.array(ZoneAnswer),
  zones: z.array(ZoneAnswer),
  gaps: z.array(GapAnswer),
})
export type AdminZones = z.infer<typeof AdminZones>

/** `csv`: the text of a file as `GET /api/admin/zones/csv` gives it, or cells of a spreadsheet. It replaces all zones but the first. */
export const ZonesCsv = z.object({
  csv: fileText('File', 900_000),
  version: z.int(),
  /** Nothing is changed: the answer says what would be. */
  preview: z.optional(z.boolean()),
})
export type ZonesCsv = z.infer<typeof ZonesCsv>

export const ZonesCsvResult = z.object({
  version: z.int(),
  zones: z.array(ZoneAnswer),
  gaps: z.array(GapAnswer),
  /** Nothing is changed while there are any. Lines as a spreadsheet counts them, the first is 1. */
  problems: z.array(z.object({ line: z.int(), column: z.optional(z.string()), sentence: z.string() })),
  unknown_columns: z.array(z.string()),
})
export type ZonesCsvResult = z.infer<typeof ZonesCsvResult>
