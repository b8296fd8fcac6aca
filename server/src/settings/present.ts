import type { AdminSettings, ShopFacts, ShopSettings } from '@camilan/contract/settings'
import type { ShopInfo } from '@camilan/contract/shop'
import type { ImageUrl } from '../media/image-url.ts'
import { deliveryCities } from './costs.ts'
import type { SettingsBase } from './resolve-settings.ts'
import type { Settings } from './settings.ts'

export type AdminSettingsPresenter = (settings: ShopSettings, version: number) => AdminSettings

export const presentSettings =
  ({ locked }: SettingsBase, imageUrl: ImageUrl): AdminSettingsPresenter =>
  (settings, version) => ({ settings, locked, version, logo_url: imageUrl(settings.logo) })

/** What every page may show. The story is longer: only its page asks for it. */
export function presentShop(
  { current, base }: Settings,
  imageUrl: ImageUrl,
): Omit<ShopInfo, 'publicUrl' | 'clientKey' | 'snapOrigin' | 'sandbox'> {
  const settings = current()
  return {
    name: settings.shop_name,
    tagline: settings.tagline,
    sinceYear: settings.since_year,
    hasSampleTexts: base.hasSampleTexts,
    logo: imageUrl(settings.logo),
    address: settings.address,
    whatsapp: settings.whatsapp,
    instagram: settings.instagram,
    facebook: settings.facebook,
    shippingCost: settings.shipping_cost,
    serviceFee: settings.service_fee,
    minimumOrder: settings.minimum_order,
    cities: deliveryCities(settings),
  }
}

export function presentFacts({ current }: Settings, imageUrl: ImageUrl): ShopFacts {
  const settings = current()
  const { tagline, story, since_year, address, whatsapp, instagram, facebook } = settings
  const { shipping_cost, service_fee, minimum_order } = settings
  return {
    ...{ name: settings.shop_name, tagline, story, since_year, logo: imageUrl(settings.logo) },
    ...{ address, whatsapp, instagram, facebook, shipping_cost, service_fee, minimum_order },
    cities: deliveryCities(settings),
  }
}
