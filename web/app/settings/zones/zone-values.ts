import { type DeliveryService, daysText } from '@camilan/contract/delivery-fees'
import type { AdminZones, ZoneForm } from '@camilan/contract/zones'
import * as z from 'zod/mini'
import { formatTyped, sentNumber } from '~/platform/forms/typed-number'
import { newKey } from '~/platform/forms/use-idempotency-key'
import { formatRupiah } from '~/platform/state/formats'

export type Zone = AdminZones['zones'][number]

/** In the order of the form. */
const amounts = [
  'first_kg',
  'further_kg',
  'free_from',
  'smallest_fee',
  'rounding_grams',
  'days_min',
  'days_max',
] as const
export type Amount = (typeof amounts)[number]

/** What stands in the form of a zone; numbers as they are typed. */
export const TypedZone = z.object({
  name: z.string(),
  places: z.array(z.object({ code: z.string(), name: z.string() })),
  services: z.array(
    z.object({
      /** Only of the form. */
      key: z.string(),
      name: z.string(),
      delivers: z.boolean(),
      to_courier: z.boolean(),
      ...(Object.fromEntries(amounts.map((name) => [name, z.string()])) as Record<Amount, ReturnType<typeof z.string>>),
    }),
  ),
})
export type TypedZone = z.infer<typeof TypedZone>
export type TypedService = TypedZone['services'][number]

export function newService(): TypedService {
  const empty = Object.fromEntries(amounts.map((name) => [name, ''])) as Record<Amount, string>
  return { key: newKey(), name: '', delivers: true, to_courier: false, ...empty }
}

export const newZone = (): TypedZone => ({ name: '', places: [], services: [newService()] })

export const typedZone = ({ name, places, services }: Zone): TypedZone => ({
  name,
  places,
  services: services.map((service, index) => ({
    key: String(index),
    name: service.name,
    delivers: service.delivers,
    to_courier: service.to_courier,
    ...(Object.fromEntries(amounts.map((amount) => [amount, textOf(service[amount])])) as Record<Amount, string>),
  })),
})

const textOf = (value: number | null) => (value === null || value === 0 ? '' : formatTyped(value))

/** JNE begins the next kilogram only after 300 grams of it. */
const jneGrams = '300'

/** Until another tolerance is typed, a service of JNE is proposed JNE's own. */
export function renamed(service: TypedService, name: string): TypedService {
  const isProposed = service.rounding_grams === '' || service.rounding_grams === jneGrams
  return { ...service, name, ...(isProposed && { rounding_grams: /\bjne\b/i.test(name) ? jneGrams : '' }) }
}

export const bodyOf = ({ name, places, services }: TypedZone) => ({
  name,
  places: places.map(({ code }) => code),
  services: services.map(({ key: _, name, delivers, to_courier, ...typed }) => ({
    name,
    delivers,
    to_courier,
    ...Object.fromEntries(
      amounts.map((amount) => {
        const empty = amount === 'free_from' || amount.startsWith('days') ? null : 0
        return [amount, sentNumber(typed[amount], empty)]
      }),
    ),
  })),
})

export const formOf = ({ name, places, services }: Zone): ZoneForm => ({
  name,
  places: places.map(({ code }) => code),
  services,
})

/** `Rp 12.000, lalu Rp 10.000 per kg · 2-3 hari`. */
export function serviceWords(service: DeliveryService): string {
  if (!service.delivers) return 'tidak dikirim'
  const further = service.further_kg > 0 ? `, lalu ${formatRupiah(service.further_kg)} per kg` : ''
  const fee = service.to_courier ? 'dibayar ke kurir' : `${formatRupiah(service.first_kg)}${further}`
  const free = service.free_from === null ? null : `gratis mulai ${formatRupiah(service.free_from)}`
  return [fee, free, daysText(service)].filter(Boolean).join(' · ')
}

const maxNamed = 4

export function placesWords(places: Zone['places']): string {
  const names = places.slice(0, maxNamed).map(({ name }) => name)
  const more = places.length - names.length
  return `${names.join(', ')}${more > 0 ? ` dan ${more} lainnya` : ''}`
}
