import type { ShopFacts } from '@camilan/contract/settings'
import type { Delivery, ShopInfo } from '@camilan/contract/shop'
import type { Terms } from '@camilan/contract/terms'
import { useRouteLoaderData } from 'react-router'
import { api, uncheckedData } from '~/platform/api/api'
import { createStore, useStore } from '~/platform/state/store'

/** What the seller's pages change, where this tab has read it since its document was made. */
const newerFacts = createStore<(Pick<ShopInfo, 'terms' | 'weighsParcels'> & Pick<Delivery, 'hasZones'>) | null>(null)

/** The root loader's data about the shop. @throws if that loader has failed */
export function useShopInfo(): ShopInfo {
  const shop = useRouteLoaderData<ShopInfo>('root')
  const newer = useStore(newerFacts)
  if (!shop) throw new Error('The root loader has no shop')
  if (!newer) return shop
  const { hasZones, ...facts } = newer
  return { ...shop, ...facts, delivery: { ...shop.delivery, hasZones } }
}

/** For the seller's pages, which change them, and show goods that another device has added. */
export async function readShopFacts(signal?: AbortSignal): Promise<void> {
  const { data } = await api.get('/api/shop', uncheckedData<Facts>(), signal && { signal })
  const { categories, packagings, weights, has_zones: hasZones, weighs_parcels: weighsParcels } = data
  newerFacts.set({ terms: { categories, packagings, weights }, hasZones, weighsParcels })
}

type Facts = Terms & Pick<ShopFacts, 'has_zones' | 'weighs_parcels'>

/** The shop's own number, if its seller has given one. */
export const useWhatsapp = () => useShopInfo().contacts.find(({ kind }) => kind === 'whatsapp')

/** After the names of some places: what of the others. */
export const elsewhereOf = ({ hasZones }: Pick<Delivery, 'hasZones'>) =>
  hasZones ? 'Cari daerah Anda saat memesan.' : 'Kota lain segera hadir.'
