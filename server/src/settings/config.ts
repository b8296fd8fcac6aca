import { type SettingName, type ShopSettings, settingNames, settingsTable } from '@camilan/contract/settings'
import { section, type ValuesOf } from '../platform/config/section.ts'
import { number, optional, secret, text, wholeNumber, withDefault } from '../platform/config/variables.ts'
import type { SettingsBase } from './resolve-settings.ts'

const rupiah = wholeNumber({ max: 10_000_000, unit: 'rupiah' })
const orders = wholeNumber({ min: 1, max: 1_000_000 })
const paymentTime = number({ min: 0.001, max: 7 * 1440, unit: 'minutes' })
const usual = (name: SettingName) => String(settingsTable[name].default)

export const settingsSection = section({
  title: 'Shop',
  about: `These are set in the browser (\`/admin/settings\`); a variable that is set here wins, and locks its field there.`,
  variables: {
    SHOP_NAME: withDefault(text, 'name of the shop', usual('shop_name')),
    SHIPPING_COST: withDefault(rupiah, 'shipping fee', usual('shipping_cost')),
    SERVICE_FEE: withDefault(rupiah, 'service fee', usual('service_fee')),
    MAX_UNPAID_ORDERS: withDefault(orders, 'unpaid orders that a customer may have', usual('max_unpaid_orders')),
    MAX_UNPAID_ENDED: withDefault(orders, 'orders that a customer may leave unpaid in 24 h', usual('max_unpaid_ended')),
    PAYMENT_EXPIRY_MINUTES: withDefault(paymentTime, 'lifetime of an unpaid order', usual('payment_expiry_minutes')),
    NEW_BUYER_LARGE_ORDER_MINUTES: withDefault(
      paymentTime,
      'time to pay a large order of a new customer',
      usual('new_buyer_large_order_minutes'),
    ),
  },
})

export function settingsConfig(
  values: ValuesOf<typeof settingsSection>,
  { environment, hasSampleTexts }: { environment: Record<string, string | undefined>; hasSampleTexts: boolean },
): SettingsBase {
  const variables = settingNames.map((name) => [name, settingsTable[name].variable] as const)
  const defaults = variables.map(([name, variable]) => [
    name,
    variable === undefined ? settingsTable[name].default : values[variable as keyof typeof values],
  ])
  const isSet = (variable = '') => Boolean(environment[variable]?.trim())
  return {
    defaults: Object.fromEntries(defaults) as ShopSettings,
    locked: Object.fromEntries(variables.filter(([, variable]) => isSet(variable))),
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
