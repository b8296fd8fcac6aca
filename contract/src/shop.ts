import type { HomeProducts, Product, ProductList, ProductQuery, ProductSuggestions } from './catalog.ts'
import type { City } from './cities.ts'
import type { ContactLink } from './contact-links.ts'
import type { ShopLook } from './looks.ts'
import type { HoursLine } from './opening.ts'
import type { Opening } from './opening-answer.ts'
import type { PaymentMethod } from './payment-methods.ts'
import type { Season } from './season.ts'
import type { Terms } from './terms.ts'

export type SeasonNow = Omit<Season, 'from' | 'to'> & {
  /** Absolute URL of the seller's own picture. */
  picture: string | null
}

export interface DeliveryCity {
  name: City
  /** Whole rupiah; with `per_kg`, for each kilogram begun. */
  cost: number
  per_kg: boolean
  /** Such as `2-3 hari`. */
  days: string
}

/** The texts of the pages about delivery to all cities. */
export interface Delivery {
  /** There are zones beside the cities, so buyers look for their place instead of choosing a city. */
  hasZones: boolean
  /** The cities of the shop's present deliveries: `Jakarta, Bogor, dan Depok`. With zones, some of their places, too. */
  names: string
  isEverywhere: boolean
  /** The least, in whole rupiah. `isOneCost`: it is the same for all cities, and there are no zones. `isPerKg`: it is that of a kilogram. */
  cost: number
  isOneCost: boolean
  isPerKg: boolean
  /** Such as `2-3 hari`; null if it depends on the city. */
  days: string | null
}

/** The ways to pay, and the texts of the pages about them. */
export interface PaymentWays {
  methods: readonly PaymentMethod[]
  /** Inside a sentence: `QRIS, GoPay, dan BCA virtual account`. */
  names: string
  /** The kinds of several methods: `QRIS, dompet digital, dan transfer bank`. */
  title: string
  /** They are all paid by ATM, m-banking or internet banking. */
  isBankOnly: boolean
}

/** The facts of the shop that every page may use. */
export interface ShopInfo {
  name: string
  /** The origin of the shop's own pages, without a trailing slash. */
  publicUrl: string
  /** Null: the sentences of the spec. */
  tagline: string | null
  /** The year in which the shop began; null if the pages do not mention it. */
  sinceYear: number | null
  copyrightYear: number
  /**
   * The page about the shop tells the story of the spec: the seller has written none, and the shop was opened with samples.
   */
  hasSampleStory: boolean
  /** The beginning of the seller's story, or her tagline; null if she has written neither. */
  story: string | null
  /** Absolute URL of her picture. */
  sellerPhoto: string | null
  /** Absolute URL of a picture; null: the drawn logo. */
  logo: string | null
  /** Missing in the shop of the spec. */
  look?: ShopLook
  address: string | null
  contacts: ContactLink[]
  /** False: mail reaches nobody, as no mail server is set. */
  sendsMail: boolean
  /** Whole rupiah, of cities without a cost of their own; `isShippingPerKg`: for each kilogram begun. */
  shippingCost: number
  isShippingPerKg: boolean
  /** Some delivery costs by weight, so that the grams of a product count. */
  weighsParcels: boolean
  /** Whole rupiah. */
  serviceFee: number
  /** Whole rupiah, with the fees; null: the gateway's own minimum, which nearly every order reaches. */
  minimumOrder: number | null
  /** Whether buyers may fetch their orders. */
  hasPickup: boolean
  /** A product without other sizes has its one packaging chosen already. */
  choosesPackaging: boolean
  /** Lists begin in the seller's own order. */
  hasOwnOrder: boolean
  /** Buyers may choose the day on which an order arrives. */
  hasWishedDays: boolean
  opening: Opening
  /** Null: none today. */
  season: SeasonNow | null
  /** Null without weekly hours. */
  hours: HoursLine[] | null
  terms: Terms
  /** `Sambal dan Lauk`; null while the categories are those of the spec, whose texts the pages then have. */
  goods: string | null
  delivery: Delivery
  cities: DeliveryCity[]
  payment: PaymentWays
  /** The gateway's client key and the origin of its snap.js. Null while the shop can't be paid: it takes no orders. */
  clientKey: string | null
  snapOrigin: string | null
  /** True when the local payment sandbox replaces the gateway. */
  sandbox: boolean
  /** True with the local payment sandbox and with the gateway's test keys: no money moves. */
  simulated: boolean
}

/** The data that the loaders of the pages read on the server. They throw the shop's refusals, for example `NOT_FOUND`. */
export interface Shop {
  info(): ShopInfo
  products(query: Partial<ProductQuery>): Promise<ProductList>
  home(): Promise<HomeProducts>
  productById(id: string): Promise<Product>
  /** What buyers order together with this one, then others nearest in price; only these if this one is sold out. */
  similarTo(product: Pick<Product, 'id' | 'category' | 'price' | 'stock' | 'group_id'>): Promise<Product[]>
  /** @param query  the text of the search; null if there is none */
  suggestions(query: string | null): Promise<ProductSuggestions>
}
