/** Values of refunds without their schemas, so that the pages of a buyer don't load zod. */

/**
 * - `CANCELLED`: the money came after the order had been cancelled
 * - `PAID_TWICE`: the order was paid already
 * - `SHOP_CANCELLED`: the paid order was cancelled, by an administrator, or by its buyer as a batch allows
 * - `PART`: an administrator gives back a part, and the order goes on
 * - `SURPLUS`: more came in than the order costs
 * - `OUTSIDE`: it was made at the gateway's dashboard
 */
export const refundReasons = ['CANCELLED', 'PAID_TWICE', 'SHOP_CANCELLED', 'PART', 'SURPLUS', 'OUTSIDE'] as const
export type RefundReason = (typeof refundReasons)[number]

/** `asked`: the gateway was asked for it, and its answer is not known yet. */
export const refundStates = ['due', 'asked', 'done'] as const
export type RefundState = (typeof refundStates)[number]

/** Through the gateway, by a transfer of the seller, or at the gateway's dashboard. */
export const refundWays = ['gateway', 'hand', 'outside'] as const
export type RefundWay = (typeof refundWays)[number]
