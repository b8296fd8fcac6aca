/** The settings of the shop that an administrator changes in the browser. */
import * as z from 'zod/mini'
import { cities } from './cities.ts'
import { Facebook, Instagram, WhatsApp } from './contact-fields.ts'
import { errorSentences } from './errors.ts'
import { Day, optionalLine, optionalText, requiredLine, textOrNull } from './fields.ts'
import { formatNumber } from './formats.ts'
import { settingLengths } from './lengths.ts'
import { Look, LookChange } from './look-form.ts'
import { paymentMethodNames } from './payment-methods.ts'
import { Season, SeasonChange } from './season-form.ts'
import { alarmNames, mailKinds, minAutoCompleteDays, minimumTotal, weekdays } from './settings-values.ts'
import { ImageUrl, Rupiah } from './wire.ts'

export * from './settings-values.ts'

export const csvSeparators = [',', ';'] as const
export const csvSeparatorLabels: Record<(typeof csvSeparators)[number], string> = { ',': 'Koma', ';': 'Titik koma' }

const City = z.object({
  /** Whole rupiah; null: `shipping_cost`. */
  cost: z.nullable(Rupiah),
  /** The time that a delivery takes, such as `2-3 hari`; null: the text of the shop. */
  days: z.nullable(z.string()),
  delivers: z.boolean(),
  /** Whether the cost is that of one kilogram, as with `delivery_per_kg`, which decides where this is null. */
  per_kg: z.nullable(z.boolean()),
})

const Closed = z.object({ sentence: z.string(), reopens_on: z.nullable(z.string()) })
const OpenHours = z.object({ from: z.string(), to: z.string() })

/** The settings that apply: of the environment, else of the browser, else the defaults. An unwritten text is null. */
export const ShopSettings = z.object({
  shop_name: z.string(),
  tagline: z.nullable(z.string()),
  story: z.nullable(z.string()),
  since_year: z.nullable(z.int()),
  /** The id of a picture, as in products; so are the other pictures. */
  logo: z.nullable(z.string()),
  /** On the home page, in place of the drawing. */
  hero_picture: z.nullable(z.string()),
  look: Look,
  /** The seller's face, beside her story. */
  seller_photo: z.nullable(z.string()),
  /** Null: the home page shows none. */
  season: z.nullable(Season),
  /** Of a season of the kind `own`. */
  season_picture: z.nullable(z.string()),
  /** On the pages of the shop. Calls of the API keep their order unless they ask for the shop's (`view`). */
  sold_out_last: z.boolean(),
  address: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  /** The name of an account: `camilan.rumahan`. */
  instagram: z.nullable(z.string()),
  /** The part after `facebook.com/` in the address of a page. */
  facebook: z.nullable(z.string()),
  shipping_cost: Rupiah,
  service_fee: Rupiah,
  /** The least total of an order, with its fees. */
  minimum_order: Rupiah,
  cities: z.record(z.enum(cities), City),
  /** The cost of a delivery is that of one kilogram, and each one begun counts. A city may have it otherwise. */
  delivery_per_kg: z.boolean(),
  /** Whether buyers may fetch their orders, without a cost of delivery. */
  pickup: z.boolean(),
  /** A product without other sizes has its one packaging chosen already. */
  choose_only_packaging: z.boolean(),
  /** The buyers' lists, searches and the sitemap show a group of sizes once: the cheapest in stock. */
  group_sizes: z.boolean(),
  /** The buyers' lists begin in the seller's own order. */
  own_order: z.boolean(),
  /** The ways to pay that buyers get, in the order of the table. */
  payment_methods: z.array(z.enum(paymentMethodNames)),
  payment_expiry_minutes: z.number(),
  max_unpaid_orders: z.int(),
  max_unpaid_ended: z.int(),
  new_buyer_large_order_minutes: z.number(),
  /** The days after its shipping in which a buyer can confirm an order, before it completes itself; null: no end. */
  auto_complete_days: z.nullable(z.int()),
  /** Between the columns of a CSV. Excel with Indonesian settings reads a semicolon. */
  csv_separator: z.enum(csvSeparators),
  mails: z.record(z.enum(mailKinds), z.boolean()),
  /** Whether buyers get a mail about a paid and a shipped order, and administrators about a paid one. */
  mail_order_events: z.boolean(),
  alerts: z.record(z.enum(alarmNames), z.boolean()),
  /** Stays set after a closure that has ended on its day. Null after a closure that an administrator has ended. */
  closed: z.nullable(Closed),
  /** Null on a day on which the shop is closed. */
  hours: z.nullable(z.record(z.enum(weekdays), z.nullable(OpenHours))),
  hours_refuse_orders: z.boolean(),
  /** The limits of a day in Jakarta. */
  daily_cap: z.object({ orders: z.nullable(z.int()), pieces: z.nullable(z.int()) }),
})
export type ShopSettings = z.infer<typeof ShopSettings>
export type SettingName = keyof ShopSettings

/** The public part of the present settings. */
export const ShopFacts = z.object({
  ...z.pick(ShopSettings, {
    tagline: true,
    story: true,
    since_year: true,
    address: true,
    whatsapp: true,
    instagram: true,
    facebook: true,
    shipping_cost: true,
    service_fee: true,
    minimum_order: true,
    delivery_per_kg: true,
    pickup: true,
    payment_methods: true,
  }).shape,
  name: z.string(),
  logo: ImageUrl,
  /**
   * The cities of the shop's present deliveries. `cost`: of an order to this city, also if it has none of its own; with
   * `per_kg`, of a kilogram.
   */
  cities: z.array(z.object({ name: z.enum(cities), cost: Rupiah, days: z.string(), per_kg: z.boolean() })),
})
export type ShopFacts = z.infer<typeof ShopFacts>

function wholeNumber(label: string, min: number, max: number) {
  const range = `${label} harus antara ${formatNumber(min)} dan ${formatNumber(max)}.`
  return z
    .number(`${label} harus berupa angka.`)
    .check(z.refine(Number.isInteger, `${label} harus bilangan bulat.`), z.gte(min, range), z.lte(max, range))
}

const yearSentence = 'Tulis tahunnya, misalnya 2019.'
const Year = z
  .number(yearSentence)
  .check(z.refine(Number.isInteger, yearSentence), z.gte(1900, yearSentence), z.lte(2100, yearSentence))

const maxFee = 10_000_000
const maxMinutes = 7 * 1440

const CityChange = z.object({
  cost: z.nullable(wholeNumber('Ongkos kirim', 0, maxFee)),
  days: textOrNull('Lama pengiriman', settingLengths.days),
  delivers: z.boolean(),
  per_kg: z.optional(z.nullable(z.boolean())),
})

const Time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Tulis jam seperti 08:00.'))
const CloseTime = z.string().check(z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Tulis jam seperti 17:00.'))
/** If `to` is not after `from`, the hours end on the next day. */
const DayHours = z.object({ from: Time, to: CloseTime })

/** A closure of the shop. `reopens_on` is a day in Jakarta, at whose beginning the shop opens by itself. */
export const Closure = z.object({
  sentence: optionalText('Kalimat', settingLengths.closedSentence),
  reopens_on: z.nullable(Day('Pilih tanggal buka.')),
})
export type Closure = z.infer<typeof Closure>

const PaymentMethods = z
  .array(z.enum(paymentMethodNames, 'Cara bayar tidak dikenal.'), 'Pilih paling sedikit satu cara bayar.')
  .check(
    z.minLength(1, 'Pilih paling sedikit satu cara bayar. Tanpa cara bayar, pembeli tidak bisa memesan.'),
    z.overwrite((names) => paymentMethodNames.filter((name) => names.includes(name))),
  )

const uploadSentence = 'Unggah gambar melalui tombolnya.'

/** The values that each setting accepts. */
const changes = {
  shop_name: requiredLine('Nama toko', settingLengths.shopName),
  tagline: textOrNull('Slogan', settingLengths.tagline, optionalLine),
  story: textOrNull('Cerita toko', settingLengths.story),
  since_year: z.nullable(Year),
  // A new picture is uploaded separately. Here it can only be removed.
  logo: z.null('Unggah logo melalui tombolnya.'),
  hero_picture: z.null(uploadSentence),
  look: LookChange,
  seller_photo: z.null(uploadSentence),
  season: z.nullable(SeasonChange),
  season_picture: z.null(uploadSentence),
  sold_out_last: z.boolean(),
  address: textOrNull('Alamat', settingLengths.address),
  whatsapp: WhatsApp,
  instagram: z.nullable(Instagram),
  facebook: z.nullable(Facebook),
  shipping_cost: wholeNumber('Ongkos kirim', 0, maxFee),
  service_fee: wholeNumber('Biaya pelayanan', 0, maxFee),
  minimum_order: wholeNumber('Minimal belanja', minimumTotal, maxFee),
  cities: z.partialRecord(z.enum(cities), CityChange),
  delivery_per_kg: z.boolean(),
  pickup: z.boolean(),
  choose_only_packaging: z.boolean(),
  group_sizes: z.boolean(),
  own_order: z.boolean(),
  payment_methods: PaymentMethods,
  payment_expiry_minutes: wholeNumber('Batas waktu bayar', 15, maxMinutes),
  max_unpaid_orders: wholeNumber('Jumlah pesanan', 1, 1_000),
  max_unpaid_ended: wholeNumber('Jumlah pesanan', 1, 1_000),
  new_buyer_large_order_minutes: wholeNumber('Batas waktu bayar', 15, maxMinutes),
  csv_separator: z.enum(csvSeparators, 'Pilih koma atau titik koma.'),
  auto_complete_days: z.nullable(wholeNumber('Jumlah hari', minAutoCompleteDays, 60)),
  mails: z.partialRecord(z.enum(mailKinds), z.boolean()),
  mail_order_events: z.boolean(),
  alerts: z.partialRecord(z.enum(alarmNames), z.boolean()),
  closed: z.nullable(Closure),
  hours: z.nullable(z.record(z.enum(weekdays), z.nullable(DayHours))),
  hours_refuse_orders: z.boolean(),
  daily_cap: z.object({
    orders: z.nullable(wholeNumber('Jumlah pesanan', 1, 1_000_000)),
    pieces: z.nullable(wholeNumber('Jumlah barang', 1, 1_000_000)),
  }),
} satisfies Record<SettingName, z.ZodMiniType>

/** A missing setting stays as it is, and so do missing cities, mails and alerts, and `per_kg` of a city. */
export const SettingsChange = z.partial(z.object(changes))
export type SettingsChange = z.infer<typeof SettingsChange>

/** The stored, touched settings. A value that this release does not accept counts as untouched. */
const pictureId = z.nullable(z.string())
export const StoredSettings = z.object({
  ...changes,
  logo: pictureId,
  hero_picture: pictureId,
  seller_photo: pictureId,
  season_picture: pictureId,
}).shape

const version = z.int(errorSentences.VALIDATION)

/** `version`: of the settings that the person saw. With an older one the change is refused: SETTINGS_CHANGED. */
export const SettingsUpdate = z.extend(SettingsChange, { version })
export type SettingsUpdate = z.infer<typeof SettingsUpdate>

export const AdminSettings = z.object({
  settings: ShopSettings,
  /** The variable of the environment that decides a setting, which then can't be changed in the browser. */
  locked: z.partialRecord(z.enum(Object.keys(changes) as [SettingName, ...SettingName[]]), z.string()),
  version: z.int(),
  logo_url: ImageUrl,
  hero_picture_url: ImageUrl,
  seller_photo_url: ImageUrl,
  season_picture_url: ImageUrl,
})
export type AdminSettings = z.infer<typeof AdminSettings>

/** The texts of the form that uploads a picture of the settings, in the field `image`. */
export const SettingPictureUpload = z.object({
  version: z.pipe(
    z.string(errorSentences.VALIDATION).check(z.regex(/^\d{1,9}$/, errorSentences.VALIDATION)),
    z.transform(Number),
  ),
})
