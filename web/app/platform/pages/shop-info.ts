import type { Delivery, ShopInfo } from '@camilan/contract/shop'
import type { Terms } from '@camilan/contract/terms'
import { useRouteLoaderData } from 'react-router'
import { api, uncheckedData } from '~/platform/api/api'
import { createStore, useStore } from '~/platform/state/store'

/** The seller's lists, where this tab has read them since its document was made. */
const newerTerms = createStore<Terms | null>(null)

/** The root loader's data about the shop. @throws if that loader has failed */
export function useShopInfo(): ShopInfo {
  const shop = useRouteLoaderData<ShopInfo>('root')
  const terms = useStore(newerTerms)
  if (!shop) throw new Error('The root loader has no shop')
  return terms ? { ...shop, terms } : shop
}

/** For the seller's pages, which change them, and show goods that another device has added. */
export async function readTerms(signal?: AbortSignal): Promise<void> {
  const { data } = await api.get('/api/shop', uncheckedData<Terms>(), signal && { signal })
  const { categories, packagings, weights } = data
  newerTerms.set({ categories, packagings, weights })
}

/** The shop's own number, if its seller has given one. */
export const useWhatsapp = () => useShopInfo().contacts.find(({ kind }) => kind === 'whatsapp')

/** After the names of some places: what of the others. */
export const elsewhereOf = ({ hasZones }: Pick<Delivery, 'hasZones'>) =>
  hasZones ? 'Cari daerah Anda saat memesan.' : 'Kota lain segera hadir.'
