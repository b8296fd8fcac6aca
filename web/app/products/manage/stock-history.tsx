import { type StockEntry, StockHistory as StockHistoryList } from '@camilan/contract/catalog'
import { href, Link } from 'react-router'
import { HistoryList } from '~/people/audit/history-list'
import { api } from '~/platform/api/api'
import { formatNumber } from '~/platform/state/formats'

/** Sales, returns and counts of a product's stock. */
export function StockHistory({ productId }: { productId: string }) {
  return (
    <HistoryList<StockEntry>
      title="Riwayat stok"
      load={(page) =>
        api.get(`/api/admin/products/${encodeURIComponent(productId)}/stock-history?page=${page}`, StockHistoryList)
      }
      empty="Belum ada penjualan atau perubahan stok. Keduanya tercatat di sini."
      failed="Gagal memuat riwayat stok."
    >
      {(entry) => <StockSentence {...entry} />}
    </HistoryList>
  )
}

function StockSentence({ kind, quantity, stock, order_id, actor_name }: StockEntry) {
  const pieces = formatNumber(Math.abs(quantity))
  const left = stock === null ? '' : ` → stok ${formatNumber(stock)}`
  if (kind === 'counted') {
    const before = stock === null ? '' : `${formatNumber(stock - quantity)} → `
    return <span>{`Stok ${before}${formatNumber(stock ?? quantity)} oleh ${actor_name}`}</span>
  }
  if (kind === 'produced' || kind === 'spoilt') {
    return <span>{`${kind === 'produced' ? 'Produksi' : 'Rusak'} ${pieces}${left} oleh ${actor_name}`}</span>
  }
  return (
    <span>
      <span>{`${kind === 'sold' ? 'Terjual' : 'Kembali'} ${pieces}${left}`}</span>
      {order_id && (
        <>
          <span>, </span>
          <Link
            to={href('/admin/manage-orders/order/:orderId', { orderId: order_id })}
            className="link whitespace-nowrap"
          >
            {`#${order_id}`}
          </Link>
        </>
      )}
    </span>
  )
}
