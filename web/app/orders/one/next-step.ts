import type { Actor, OrderDetail } from '@camilan/contract/orders'
import { countPieces } from '~/orders/order-contents'
import { isStopped } from '~/orders/stopped-order'
import { formatNumber } from '~/platform/state/formats'

const nothing = 'Tidak ada yang perlu dilakukan.'

/** What the seller does next with an order, or why it ended. Null if another notice of its page says it. */
export function nextStepOf(order: OrderDetail): string | null {
  const { status, packed_at, delivery_way, transaction, history } = order
  if (isStopped(order)) return null
  const isFetched = delivery_way === 'pickup'
  const actor = history.at(-1)?.actor
  switch (status) {
    case 'DIPROSES':
      return 'Belum dibayar, jadi belum perlu disiapkan.'
    case 'DIBAYAR':
      if (packed_at) return `Sudah dikemas, tinggal ${isFetched ? 'diambil pembeli' : 'dikirim'}.`
      return `Kemas ${formatNumber(countPieces(order))} barang, lalu ${isFetched ? 'serahkan kepada pembeli' : 'kirim'}.`
    case 'DIKIRIM':
      return `Menunggu pembeli mengonfirmasi. ${nothing}`
    case 'SELESAI':
      return `${actor === 'system' ? 'Selesai otomatis' : 'Sudah diterima pembeli'}. ${nothing}`
    case 'DIBATALKAN':
      return `${ended[actor ?? 'system']}.${transaction.status === 'SUKSES' ? '' : ` ${nothing}`}`
  }
}

const ended: Record<Actor, string> = {
  customer: 'Dibatalkan pembeli',
  admin: 'Dibatalkan penjual',
  gateway: 'Tidak dibayar sampai batas waktu',
  system: 'Tidak dibayar sampai batas waktu',
}
