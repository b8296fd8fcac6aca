import * as z from 'zod/mini'
import { formatNumber } from '../../formats.ts'
import { count, wholeNumber } from '../kinds.ts'
import { section } from '../section.ts'

/** Minutes as `24 jam`, `1 jam 30 menit`. Fractions come only from the environment. */
export function durationText(minutes: number): string {
  if (minutes < 60 || !Number.isInteger(minutes)) return `${formatNumber(minutes)} menit`
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days === 1 && hours === 0 && rest === 0) return '24 jam'
  const parts = [days > 0 && `${days} hari`, hours > 0 && `${hours} jam`, rest > 0 && `${rest} menit`]
  return parts.filter(Boolean).join(' ')
}

const paymentTime = (usual: number) => ({
  value: z.number(),
  schema: wholeNumber('Batas waktu bayar', 15, 7 * 1440),
  default: usual,
  control: {
    kind: 'choice',
    values: [60, 6 * 60, 1440, 3 * 1440, 7 * 1440],
    write: (minutes: string | number) => durationText(Number(minutes)),
  } as const,
})

export const unpaid = section({
  id: 'unpaid',
  title: 'Pesanan yang belum dibayar',
  intro:
    'Pesanan yang belum dibayar menahan stok. Batas ini menjaga agar stok tidak habis tertahan. Perubahan berlaku untuk pesanan berikutnya.',
  settings: {
    payment_expiry_minutes: {
      label: 'Batas waktu bayar',
      ...paymentTime(1440),
      variable: 'PAYMENT_EXPIRY_MINUTES',
    },
    new_buyer_large_order_minutes: {
      label: 'Pesanan besar pembeli baru',
      noun: 'batas waktu bayar pesanan besar',
      hint: 'Batas waktu bayar, kalau pembeli belum pernah membayar.',
      ...paymentTime(60),
      variable: 'NEW_BUYER_LARGE_ORDER_MINUTES',
    },
    max_unpaid_orders: {
      label: 'Pesanan belum dibayar per pembeli',
      noun: 'batas pesanan belum dibayar',
      hint: 'Setelah itu pembeli harus membayar atau membatalkan dulu.',
      ...count('Jumlah pesanan', { min: 1, max: 1_000, default: 5 }),
      variable: 'MAX_UNPAID_ORDERS',
    },
    max_unpaid_ended: {
      label: 'Pesanan tidak jadi dibayar dalam 24 jam',
      noun: 'batas pesanan tidak jadi dibayar',
      hint: 'Setelah itu pembeli harus menunggu sampai bisa memesan lagi.',
      ...count('Jumlah pesanan', { min: 1, max: 1_000, default: 5 }),
      variable: 'MAX_UNPAID_ENDED',
    },
  },
  summary: ({ payment_expiry_minutes, max_unpaid_orders }) =>
    `Batas bayar ${durationText(payment_expiry_minutes)} · paling banyak ${formatNumber(max_unpaid_orders)} pesanan per pembeli`,
})
