import type { Sandbox } from '../sandbox.ts'
import type { Charge } from './payment.ts'
import { paymentType } from './transaction-body.ts'

/** Where the picture of the QR is: what a tester copies into the simulator. */
export function qrImageUrl(sandbox: Sandbox, charge: Charge, version: 'v2' | 'v4' = 'v2'): string {
  const kind = paymentType(charge) === 'qris' ? 'qris' : 'gopay'
  return `${sandbox.browserOrigin()}/${version}/${kind}/${charge.transactionId}/qr-code`
}

/** What the QR says: a page of the sandbox, never a QRIS text, with which a wallet could pay a merchant real money. */
export function qrContent(sandbox: Sandbox, { transactionId }: Charge): string {
  return `${sandbox.browserOrigin()}/v2/qris/index?id=${transactionId}`
}

/** The link that opens the app of GoPay or ShopeePay: here a page of the sandbox. */
export function appLink(sandbox: Sandbox, { transactionId }: Charge): string {
  return `${sandbox.browserOrigin()}/v2/deeplink/index?id=${transactionId}`
}
