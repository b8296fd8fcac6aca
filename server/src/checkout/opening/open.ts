import type { Room } from '../../platform/room.ts'
import { type OpeningRouteDeps, openingRoutes } from './routes.ts'
import { openShopOpening, type ShopOpening, type ShopOpeningDeps } from './shop-opening.ts'

export async function openOpening(
  deps: ShopOpeningDeps & Omit<OpeningRouteDeps, 'opening'>,
): Promise<Room & { opening: ShopOpening }> {
  const opening = await openShopOpening(deps)
  return { opening, api: [openingRoutes({ ...deps, opening })], close: opening.close }
}
