import type { Order } from '@camilan/contract/orders'
import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { formatNumber } from '~/platform/state/formats'

type Transaction = Order['transaction']

/** By what an unpaid order is paid: as the gateway reports it, else as its buyer chose; null: the popup asks. */
export function methodOf({ method, chosen_method }: Transaction, offered: readonly PaymentMethod[]) {
  const [only, ...others] = offered
  return method ?? chosen_method ?? (others.length === 0 ? (only ?? null) : null)
}

/** A pending payment that only the popup can go on with, and that lives for minutes. */
export const isInPopup = ({ status, method }: Transaction): boolean =>
  status === 'PENDING' && method !== null && paymentMethods[method].paidWith === 'popup'

/** The thing that runs out, inside a sentence. */
export function thingOf(method: PaymentMethod | null): string {
  if (method === null) return 'pembayaran'
  const { label, paidWith, group } = paymentMethods[method]
  if (group === 'qris') return 'kode QR'
  if (paidWith === 'popup') return `pembayaran ${label}`
  return paidWith === 'number' ? 'nomor virtual account' : 'kode bayar'
}

/**
 * That a payment by this method runs out before its order, as a sentence; null if it doesn't.
 * @param minutes  the time of the order
 */
export function shortLifeOf(method: PaymentMethod | null, minutes: number): string | null {
  if (method === null || paymentMethods[method].lifeMinutes >= minutes) return null
  const thing = thingOf(method)
  return `${thing.charAt(0).toUpperCase()}${thing.slice(1)} berlaku ${inHoursOrMinutes(paymentMethods[method].lifeMinutes)} setelah dibuka.`
}

/** `24 jam`, `90 menit` */
export function inHoursOrMinutes(minutes: number): string {
  const hours = minutes / 60
  return hours > 1 && Number.isInteger(hours)
    ? `${formatNumber(hours)} jam`
    : `${formatNumber(Math.ceil(minutes))} menit`
}

/** What became of the last payment of an unpaid order; null while it can be paid. */
export function outcomeOf({ status }: Transaction, method: PaymentMethod | null): string | null {
  if (status === 'KADALUARSA') return `Waktu ${thingOf(method)} habis.`
  if (status === 'GAGAL') return 'Pembayaran tidak berhasil.'
  return status === 'DIBATALKAN' ? 'Pembayaran sebelumnya sudah dibatalkan.' : null
}
