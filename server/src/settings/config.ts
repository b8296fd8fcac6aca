import { cities } from '@camilan/contract/cities'
import { defaultLook } from '@camilan/contract/looks'
import { alarmNames, mailKinds, minimumTotal, type SettingName } from '@camilan/contract/settings'
import { section, type ValuesOf } from '../platform/config/section.ts'
import { number, optional, secret, text, wholeNumber, withDefault } from '../platform/config/variables.ts'
import type { SettingsBase } from './resolve-settings.ts'

const rupiah = wholeNumber({ max: 10_000_000, unit: 'rupiah' })
const orders = wholeNumber({ min: 1, max: 1_000_000 })
const paymentTime = number({ min: 0.001, max: 7 * 1440, unit: 'minutes' })

export const settingsSection = section({
  title: 'Shop',
  about: `These are set in the browser (\`/admin/settings\`); a variable that is set here wins, and locks its field there.`,
  variables: {
    SHOP_NAME: withDefault(text, 'name of the shop', 'Camilan'),
    SHIPPING_COST: withDefault(rupiah, 'shipping fee', '4000'),
    SERVICE_FEE: withDefault(rupiah, 'service fee', '2000'),
    MAX_UNPAID_ORDERS: withDefault(orders, 'unpaid orders that a customer may have', '5'),
    MAX_UNPAID_ENDED: withDefault(orders, 'orders that a customer may leave unpaid in 24 h', '5'),
    PAYMENT_EXPIRY_MINUTES: withDefault(paymentTime, 'lifetime of an unpaid order', '1440'),
    NEW_BUYER_LARGE_ORDER_MINUTES: withDefault(paymentTime, 'time to pay a large order of a new customer', '60'),
  },
})

/** The variables that decide about a setting. */
const settingVariables = {
  shop_name: 'SHOP_NAME',
  shipping_cost: 'SHIPPING_COST',
  service_fee: 'SERVICE_FEE',
  payment_expiry_minutes: 'PAYMENT_EXPIRY_MINUTES',
  max_unpaid_orders: 'MAX_UNPAID_ORDERS',
  max_unpaid_ended: 'MAX_UNPAID_ENDED',
  new_buyer_large_order_minutes: 'NEW_BUYER_LARGE_ORDER_MINUTES',
} as const satisfies Partial<Record<SettingName, keyof typeof settingsSection.variables>>

export function settingsConfig(
  values: ValuesOf<typeof settingsSection>,
  { environment, hasSampleTexts }: { environment: Record<string, string | undefined>; hasSampleTexts: boolean },
): SettingsBase {
  const isSet = ([, variable]: [string, string]) => Boolean(environment[variable]?.trim())
  const allOf = <Name extends string, Value>(names: readonly Name[], value: Value) =>
    Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
  return {
    defaults: {
      shop_name: values.SHOP_NAME,
      tagline: null,
      story: null,
      since_year: null,
      logo: null,
      hero_picture: null,
      look: defaultLook,
      seller_photo: null,
      season: null,
      season_picture: null,
      sold_out_last: false,
      address: null,
      whatsapp: null,
      instagram: null,
      facebook: null,
      shipping_cost: values.SHIPPING_COST,
      service_fee: values.SERVICE_FEE,
      minimum_order: minimumTotal,
      cities: allOf(cities, { cost: null, days: null, delivers: true, per_kg: null }),
      delivery_per_kg: false,
      pickup: false,
      choose_only_packaging: false,
      group_sizes: false,
      own_order: false,
      payment_methods: ['bca_va'],
      payment_expiry_minutes: values.PAYMENT_EXPIRY_MINUTES,
      max_unpaid_orders: values.MAX_UNPAID_ORDERS,
      max_unpaid_ended: values.MAX_UNPAID_ENDED,
      new_buyer_large_order_minutes: values.NEW_BUYER_LARGE_ORDER_MINUTES,
      auto_complete_days: null,
      csv_separator: ',',
      mails: allOf(mailKinds, true),
      mail_order_events: false,
      alerts: allOf(alarmNames, true),
      closed: null,
      hours: null,
      hours_refuse_orders: false,
      daily_cap: { orders: null, pieces: null },
    },
    locked: Object.fromEntries(Object.entries(settingVariables).filter(isSet)),
    hasSampleTexts,
  }
}

export const secretsSection = section({
  title: 'Secrets',
  about: `What administrators give in the browser is stored encrypted. With your own PostgreSQL that needs a key, which must
be the same in all processes and is in no backup: \`openssl rand -base64 32\`.`,
  variables: {
    SETTINGS_KEY: optional(
      secret({ min: 32, max: 1_000 }),
      'encrypts secrets that are set in the browser',
      '`DATA_DIR/settings.key` with the embedded PostgreSQL',
    ),
  },
})
