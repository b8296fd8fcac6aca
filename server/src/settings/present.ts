import { contactLinks } from '@camilan/contract/contact-links'
import { costsByWeight } from '@camilan/contract/delivery-fees'
import { hoursLines } from '@camilan/contract/opening'
import type { Season } from '@camilan/contract/season'
import {
  type AdminSettings,
  minimumTotal,
  type PictureSetting,
  pictureSettings,
  publicPart,
  type ShopFacts,
  type ShopSettings,
} from '@camilan/contract/settings'
import type { SeasonNow, ShopInfo } from '@camilan/contract/shop'
import type { ImageUrl } from '../media/files/image-url.ts'
import type { SettingsBase } from './resolve-settings.ts'
import type { Settings } from './settings.ts'
import { goodsOf, presentTerms } from './terms/present.ts'
import { deliveryCities, deliveryOf, firstZones } from './words/delivery.ts'
import { lookOf } from './words/look.ts'
import { presentPaymentWays } from './words/payment-words.ts'

type PictureUrls = Pick<AdminSettings, `${PictureSetting}_url`>
export type AdminSettingsPresenter = (settings: ShopSettings, version: number) => AdminSettings

export const presentSettings =
  ({ locked }: SettingsBase, imageUrl: ImageUrl): AdminSettingsPresenter =>
  (settings, version) => ({
    settings,
    locked,
    version,
    ...(Object.fromEntries(pictureSettings.map((name) => [`${name}_url`, imageUrl(settings[name])])) as PictureUrls),
  })

/** The spec's texts about the shop. */
const sample = {
  sinceYear: 2016,
  copyrightYear: 2018,
  story: 'Berawal dari satu dapur dan satu wajan besar. Sampai hari ini kami masih memasak sendiri, secukupnya.',
}

/** Two lines on a phone. */
const beginningLength = 140

function beginningOf(story: string): string {
  const line = story.replace(/\s+/g, ' ').trim()
  return line.length <= beginningLength ? line : `${line.slice(0, beginningLength).replace(/ \S*$/, '')}…`
}

/** The part that every page may show. The longer story is only for its own page. */
export function presentShop(
  { current, terms, base, zones, places }: Settings,
  imageUrl: ImageUrl,
): Omit<
  ShopInfo,
  'opening' | 'season' | 'sendsMail' | 'publicUrl' | 'clientKey' | 'snapOrigin' | 'sandbox' | 'simulated'
> {
  const settings = current()
  const { story, since_year } = settings
  const hasSampleStory = base.hasSampleTexts && story === null
  return {
    name: settings.shop_name,
    tagline: settings.tagline,
    // A seller who has told her own story did not begin with the sample shop.
    sinceYear: since_year ?? (hasSampleStory ? sample.sinceYear : null),
    copyrightYear: since_year ?? sample.copyrightYear,
    hasSampleStory,
    story: story ? beginningOf(story) : hasSampleStory ? sample.story : settings.tagline,
    logo: imageUrl(settings.logo),
    ...lookOf(settings, imageUrl),
    sellerPhoto: imageUrl(settings.seller_photo),
    address: settings.address,
    contacts: contactLinks(settings),
    shippingCost: settings.shipping_cost,
    isShippingPerKg: settings.delivery_per_kg,
    weighsParcels: weighsParcels(settings, zones()),
    serviceFee: settings.service_fee,
    minimumOrder: settings.minimum_order > minimumTotal ? settings.minimum_order : null,
    hasPickup: settings.pickup,
    choosesPackaging: settings.choose_only_packaging,
    hasOwnOrder: settings.own_order,
    hasWishedDays: settings.wished_days,
    terms: presentTerms(terms(), imageUrl),
    goods: goodsOf(terms()),
    delivery: deliveryOf(settings, zones(), places()),
    cities: deliveryCities(settings),
    payment: presentPaymentWays(settings.payment_methods),
    hours: settings.hours && hoursLines(settings.hours),
  }
}

export function presentSeason(season: Season | null, settings: ShopSettings, imageUrl: ImageUrl): SeasonNow | null {
  if (!season) return null
  const { kind, title, sentence, category, query } = season
  return { kind, title, sentence, category, query, picture: kind === 'own' ? imageUrl(settings.season_picture) : null }
}

const weighsParcels = (settings: ShopSettings, zones: ReturnType<Settings['zones']>) =>
  [...firstZones(settings), ...zones].some(costsByWeight)

export function presentFacts({ current, terms, zones, places }: Settings, imageUrl: ImageUrl): ShopFacts {
  const { shop_name, ...facts } = publicPart(current())
  return {
    ...facts,
    ...presentTerms(terms(), imageUrl),
    name: shop_name,
    logo: imageUrl(facts.logo),
    cities: deliveryCities(current()),
    places: [...places()],
    has_zones: zones().length > 0,
    weighs_parcels: weighsParcels(current(), zones()),
  }
}
