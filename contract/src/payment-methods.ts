/**
 * The ways to pay at the gateway. This file is loaded by pages of visitors, so it must not import zod. Source of values,
 * limits, lifetimes and refunds: docs.midtrans.com, "Request body (JSON) parameter", "JSON objects" and the page of each
 * method, read on 2026-11-22.
 */
import type { HandPayment } from './order-values.ts'

/** The order in which buyers see them. */
export const paymentMethodGroups = ['qris', 'wallet', 'bank', 'store'] as const
export type PaymentMethodGroup = (typeof paymentMethodGroups)[number]

export const paymentGroupLabels: Record<PaymentMethodGroup, string> = {
  qris: 'QRIS',
  wallet: 'Dompet digital',
  bank: 'Transfer bank',
  store: 'Gerai',
}

/**
 * The thing with which a buyer pays: the number of a virtual account, a bill key with a company code, a code for the
 * cashier, or a QR or a link to an app that only the popup shows.
 */
export type PaidWith = 'number' | 'bill' | 'code' | 'popup'

interface Fee {
  /** Part of the amount, in percent. */
  percent?: number
  /** Whole rupiah for each payment. */
  fixed?: number
  /** The gateway adds VAT to it. */
  plusVat?: boolean
  /** Other sources than the gateway name it, or several figures exist. */
  isUncertain?: boolean
}

interface Method {
  group: PaymentMethodGroup
  label: string
  /** The smallest and the largest amount that the gateway takes, in rupiah; null: no limit. */
  min: number
  max: number | null
  /** The time in which it can be paid, in minutes, if the order leaves more. */
  lifeMinutes: number
  paidWith: PaidWith
  /** Only accounts of this bank can pay it. */
  isOwnBankOnly?: boolean
  /** How money goes back: by hand, or through the gateway in whole or in part. */
  refund: 'by-hand' | 'whole' | 'part'
  /** The days after the payment in which the gateway refunds it; `otherApp`: of a QR that another app paid. */
  refundDays?: { own: number; otherApp: number }
  /** The gateway's public fee, without a contract of the shop's own; null: only a contract says it. */
  fee: Fee | null
}

const dayMinutes = 24 * 60
const virtualAccountFee: Fee = { fixed: 4_000, plusVat: true }
const virtualAccount = {
  group: 'bank',
  lifeMinutes: dayMinutes,
  paidWith: 'number',
  refund: 'by-hand',
  fee: virtualAccountFee,
} as const

/** By the name that Snap's `enabled_payments` has for it. */
const methods = {
  other_qris: {
    group: 'qris',
    label: 'QRIS',
    min: 1,
    max: 10_000_000,
    lifeMinutes: 15,
    paidWith: 'popup',
    refund: 'part',
    refundDays: { own: 45, otherApp: 7 },
    fee: { percent: 0.7 },
  },
  gopay: {
    group: 'wallet',
    label: 'GoPay',
    min: 1,
    max: 20_000_000,
    lifeMinutes: 15,
    paidWith: 'popup',
    refund: 'part',
    refundDays: { own: 45, otherApp: 45 },
    fee: { percent: 2, plusVat: true },
  },
  shopeepay: {
    group: 'wallet',
    label: 'ShopeePay',
    min: 1,
    max: 20_000_000,
    lifeMinutes: 15,
    paidWith: 'popup',
    refund: 'whole',
    refundDays: { own: 365, otherApp: 7 },
    fee: { percent: 2, isUncertain: true },
  },
  bca_va: { ...virtualAccount, label: 'BCA Virtual Account', min: 10_000, max: null, isOwnBankOnly: true, fee: null },
  bni_va: { ...virtualAccount, label: 'BNI Virtual Account', min: 1, max: null },
  bri_va: { ...virtualAccount, label: 'BRI Virtual Account', min: 1, max: 20_000_000_000 },
  echannel: {
    ...virtualAccount,
    label: 'Mandiri Bill',
    min: 1,
    max: 50_000_000_000,
    paidWith: 'bill',
    isOwnBankOnly: true,
  },
  permata_va: { ...virtualAccount, label: 'Permata Virtual Account', min: 1, max: 9_999_999_999 },
  cimb_va: { ...virtualAccount, label: 'CIMB Niaga Virtual Account', min: 1, max: 250_000_000 },
  alfamart: {
    group: 'store',
    label: 'Alfamart',
    min: 1,
    max: 5_000_000,
    lifeMinutes: dayMinutes,
    paidWith: 'code',
    refund: 'by-hand',
    fee: { fixed: 5_000, isUncertain: true },
  },
  indomaret: {
    group: 'store',
    label: 'Indomaret',
    min: 10_000,
    max: 5_000_000,
    lifeMinutes: dayMinutes,
    paidWith: 'code',
    refund: 'by-hand',
    fee: null,
  },
} as const satisfies Record<string, Method>

export type PaymentMethod = keyof typeof methods
export const paymentMethods: Readonly<Record<PaymentMethod, Method>> = methods
export const paymentMethodNames = Object.keys(methods) as [PaymentMethod, ...PaymentMethod[]]

/** The page and the day on which the fees were read. */
export const feeSource = { site: 'docs.midtrans.com', day: '2026-11-22' }

export const isPaymentMethod = (name: string): name is PaymentMethod => Object.hasOwn(methods, name)

/** Whether the gateway takes this amount by this method. */
export function takesAmount(method: PaymentMethod, amountIdr: number): boolean {
  const { min, max } = paymentMethods[method]
  return amountIdr >= min && (max === null || amountIdr <= max)
}

/** Whose app paid a QR, by the names that the gateway reports. Source: notifications of paid QRs. */
const issuers = new Map([
  ['gopay', 'GoPay'],
  ['airpay shopee', 'ShopeePay'],
  ['dana', 'DANA'],
  ['ovo', 'OVO'],
])

interface PaidBy {
  method: PaymentMethod | null
  issuer: string | null
  /** The seller received it without the gateway. */
  by_hand?: HandPayment | null
}

/**
 * How a payment was made: `BCA Virtual Account`, or `QRIS (DANA)` for a QR that the app of DANA paid.
 * @param method  as the gateway reports it; null if the shop does not know it
 */
export function paymentLabel({ method, issuer, by_hand }: PaidBy): string {
  if (by_hand) return by_hand === 'cash' ? 'Tunai' : 'Transfer ke penjual'
  if (method === null) return 'Lainnya'
  const { label, group } = paymentMethods[method]
  return group === 'qris' && issuer ? `${label} (${issuers.get(issuer.toLowerCase()) ?? issuer})` : label
}
