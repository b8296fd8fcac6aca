/** The place that this browser chose last in a shop with zones, on a product or in an order. */
import { readStored, writeStored } from './storage'

const key = 'deliveryPlace'

export function readPlace(): { code: string; name: string } | null {
  const [code, name] = (readStored(key) ?? '').split(' | ')
  return code && name ? { code, name } : null
}

export const rememberPlace = (place: { code: string; name: string } | null) =>
  writeStored(key, place && `${place.code} | ${place.name}`)
