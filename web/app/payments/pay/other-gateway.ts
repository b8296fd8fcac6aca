import type { ShopInfo } from '@camilan/contract/shop'

const midtrans = /^https:\/\/app\.(?:sandbox\.)?midtrans\.com$/

/**
 * Whether a payment was opened in another environment of Midtrans than that of this page's script, because the keys were
 * replaced or removed since. The script does not know the payment, but its own page does.
 */
export function isOfAnotherGateway(
  redirectUrl: string,
  { snapOrigin, sandbox }: Pick<ShopInfo, 'snapOrigin' | 'sandbox'>,
): boolean {
  if (snapOrigin === null) return false
  const origin = URL.parse(redirectUrl)?.origin ?? ''
  if (sandbox) return midtrans.test(origin)
  return midtrans.test(snapOrigin) && origin !== snapOrigin
}
