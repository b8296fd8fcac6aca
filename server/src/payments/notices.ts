/** What is told of money that needs a person. */
import { formatRupiah } from '@camilan/contract/formats'
import type { OrderStatus } from '@camilan/contract/orders'

export function refundNeeded(order: { id: string; status: OrderStatus }, amount: number): string {
  const why = order.status === 'DIBATALKAN' ? 'setelah pesanan dibatalkan' : 'untuk kedua kalinya'
  return `Pembayaran pesanan #${order.id} masuk ${why}: perlu pengembalian dana ${formatRupiah(amount)}.`
}

export function amountDiffers(orderId: string, expected: number, reported: number | null): string {
  const seen = reported === null ? 'jumlah yang tidak dikenal' : formatRupiah(reported)
  return `Laporan pembayaran pesanan #${orderId} tidak cocok: seharusnya ${formatRupiah(expected)}, dilaporkan ${seen}. Periksa di dasbor Midtrans.`
}

export function moneyWentBack(orderId: string): string {
  return `Pembayaran pesanan #${orderId} dikembalikan atau dibatalkan oleh penyedia pembayaran. Periksa di dasbor Midtrans.`
}

/** To the buyer. */
export function refundMade(orderId: string, amount: number): string {
  return `Dana pesanan #${orderId} sebesar ${formatRupiah(amount)} sudah kami kembalikan.`
}
