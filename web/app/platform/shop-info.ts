import type { ShopInfo } from '@camilan/contract/shop'
import { useRouteLoaderData } from 'react-router'

/** What the root loader told the browser of the shop. @throws where the root loader itself has failed */
export function useShopInfo(): ShopInfo {
  const shop = useRouteLoaderData<ShopInfo>('root')
  if (!shop) throw new Error('The root loader has no shop')
  return shop
}
