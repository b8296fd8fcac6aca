import type { Delivery, ShopInfo } from '@camilan/contract/shop'
import { useRouteLoaderData } from 'react-router'

/** The root loader's data about the shop. @throws if that loader has failed */
export function useShopInfo(): ShopInfo {
  const shop = useRouteLoaderData<ShopInfo>('root')
  if (!shop) throw new Error('The root loader has no shop')
  return shop
}

/** The shop's own number, if its seller has given one. */
export const useWhatsapp = () => useShopInfo().contacts.find(({ kind }) => kind === 'whatsapp')

/** After the names of some places: what of the others. */
export const elsewhereOf = ({ hasZones }: Pick<Delivery, 'hasZones'>) =>
  hasZones ? 'Cari daerah Anda saat memesan.' : 'Kota lain segera hadir.'
