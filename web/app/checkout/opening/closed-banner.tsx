import { ShopBanner } from '~/ui/page/shop-banner'
import { useFollowedOpening } from './opening'

/** Shown on every page of customers while the shop takes no orders. */
export const ClosedBanner = () => <ShopBanner opening={useFollowedOpening()} />
