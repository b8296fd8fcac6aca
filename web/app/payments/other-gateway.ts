const midtrans = /^https:\/\/app\.(?:sandbox\.)?midtrans\.com$/

/**
 * Whether a payment was opened in another environment of Midtrans than the one whose script this page has: the keys were
 * replaced since. The script does not know the payment; its own page does.
 */
export function isOfAnotherGateway(redirectUrl: string, snapOrigin: string | null): boolean {
  if (snapOrigin === null || !midtrans.test(snapOrigin)) return false
  return URL.parse(redirectUrl)?.origin !== snapOrigin
}
