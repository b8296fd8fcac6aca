/**
 * The settings of the shop that an administrator changes in the browser. Each is an entry of one table, in a file for each
 * section; its types, its default, its field on the page and its line in docs/settings.md come from the entry.
 */
import * as z from 'zod/mini'
import { cities } from './cities.ts'
import { errorSentences } from './errors.ts'
import { NamedPlace } from './places.ts'
import { csv } from './settings/csv.ts'
import type { Entry } from './settings/kinds.ts'
import { completion } from './settings/orders/completion.ts'
import { days } from './settings/orders/days.ts'
import { delivery } from './settings/orders/delivery.ts'
import { methods } from './settings/orders/methods.ts'
import { opening } from './settings/orders/opening.ts'
import { packaging } from './settings/orders/packaging.ts'
import { unpaid } from './settings/orders/unpaid.ts'
import { contact } from './settings/shop/contact.ts'
import { identity } from './settings/shop/identity.ts'
import { look } from './settings/shop/look.ts'
import { messages } from './settings/shop/messages.ts'
import { season } from './settings/shop/season.ts'
import { TermLists } from './term-form.ts'
import { ImageUrl, Rupiah } from './wire.ts'

export { Closure } from './settings/orders/opening.ts'
export * from './settings-values.ts'

/** In the order of the page. */
export const settingSections = [
  identity,
  look,
  season,
  contact,
  delivery,
  days,
  packaging,
  opening,
  methods,
  unpaid,
  completion,
  messages,
  csv,
] as const

type Joined<Each> = (Each extends unknown ? (one: Each) => void : never) extends (all: infer All) => void ? All : never
type Table = Joined<(typeof settingSections)[number]['settings']>
export type SettingName = keyof Table
export const settingsTable: Record<SettingName, Entry> = Object.assign(
  {},
  ...settingSections.map((one) => one.settings),
)
export const settingNames = Object.keys(settingsTable) as SettingName[]

/** The settings of the table that have this property. */
type NamesWith<Property> = { [Name in SettingName]: Table[Name] extends Property ? Name : never }[SettingName]

export type PictureSetting = NamesWith<{ control: { kind: 'picture' } }>
export const pictureSettings = settingNames.filter(
  (name): name is PictureSetting => settingsTable[name].control.kind === 'picture',
)

type Shape<Of extends 'value' | 'schema'> = { -readonly [Name in SettingName]: Table[Name][Of] }
const shapeOf = <Of extends 'value' | 'schema'>(of: Of) =>
  Object.fromEntries(settingNames.map((name) => [name, settingsTable[name][of]])) as Shape<Of>

/** The settings that apply: of the environment, else of the browser, else the defaults. */
export const ShopSettings = z.object(shapeOf('value'))
export type ShopSettings = z.infer<typeof ShopSettings>

export type MailKind = keyof ShopSettings['mails']
export type AlarmName = keyof ShopSettings['alerts']

type PublicName = NamesWith<{ read: 'everybody' }>
const publicNames = settingNames.filter((name): name is PublicName => settingsTable[name].read === 'everybody')
/** The part about the settings that everybody reads. */
export const publicPart = <Of extends Record<SettingName, unknown>>(of: Of) =>
  Object.fromEntries(publicNames.map((name) => [name, of[name]])) as Pick<Of, PublicName>

const { shop_name, ...publicShape } = publicPart(ShopSettings.shape)

/** The public part of the present settings. */
export const ShopFacts = z.object({
  ...publicShape,
  name: shop_name,
  logo: ImageUrl,
  ...TermLists.shape,
  /** Where some service goes, as the zones name it: a place includes its parts. `GET /api/places/{code}/services` says more. */
  places: z.array(NamedPlace),
  /** There are zones beside the cities. */
  has_zones: z.boolean(),
  /** Some delivery costs by weight, so that the grams of a product count. */
  weighs_parcels: z.boolean(),
  /**
   * The cities of the shop's present deliveries. `cost`: of an order to this city, also if it has none of its own; with
   * `per_kg`, of a kilogram.
   */
  cities: z.array(z.object({ name: z.enum(cities), cost: Rupiah, days: z.string(), per_kg: z.boolean() })),
})
export type ShopFacts = z.infer<typeof ShopFacts>

/** A missing setting stays as it is, and so do the missing parts of one in parts, and `per_kg` of a city. */
export const SettingsChange = z.partial(z.object(shapeOf('schema')))
export type SettingsChange = z.infer<typeof SettingsChange>

type StoredShape = {
  [Name in SettingName]: Table[Name] extends { stored: infer Stored } ? Stored : Table[Name]['schema']
}
/** The stored, touched settings. A value that this release does not accept counts as untouched. */
export type StoredSettings = { [Name in SettingName]?: z.output<StoredShape[Name]> | undefined }

/** `version`: of the settings that the person saw. With an older one the change is refused: SETTINGS_CHANGED. */
export const SettingsUpdate = z.extend(SettingsChange, { version: z.int(errorSentences.VALIDATION) })
export type SettingsUpdate = z.infer<typeof SettingsUpdate>

type PictureUrls = { [Name in PictureSetting as `${Name}_url`]: typeof ImageUrl }

export const AdminSettings = z.object({
  settings: ShopSettings,
  /** The variable of the environment that decides a setting, which then can't be changed in the browser. */
  locked: z.partialRecord(z.enum(settingNames), z.string()),
  version: z.int(),
  ...(Object.fromEntries(pictureSettings.map((name) => [`${name}_url`, ImageUrl])) as PictureUrls),
})
export type AdminSettings = z.infer<typeof AdminSettings>

/** The texts of the form that uploads a picture of the settings, in the field `image`. */
export const SettingPictureUpload = z.object({
  version: z.pipe(
    z.string(errorSentences.VALIDATION).check(z.regex(/^\d{1,9}$/, errorSentences.VALIDATION)),
    z.transform(Number),
  ),
})
