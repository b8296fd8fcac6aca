import type { Actor, OrderDetail, OrderStatus } from '@camilan/contract/orders'
import { formatJakartaTime } from '~/platform/state/formats'
import { Fold } from '~/ui/ask/fold'

const events: Record<OrderStatus, string> = {
  DIPROSES: 'Pesanan dibuat',
  DIBAYAR: 'Pembayaran diterima',
  DIKIRIM: 'Pesanan dikirim',
  SELESAI: 'Pesanan diterima pembeli',
  DIBATALKAN: 'Pesanan dibatalkan',
}
const actorLabels: Record<Actor, string> = {
  customer: 'Pembeli',
  admin: 'Penjual',
  gateway: 'Layanan pembayaran',
  system: 'Sistem',
}

const title = 'Riwayat Pesanan'

/** The status changes of an order, oldest first, and who made them. */
export function StatusTimeline({ history }: Pick<OrderDetail, 'history'>) {
  return (
    <section aria-label={title} className="card px-4 py-1 md:px-5">
      <Fold title={<h2 className="text-17 font-bold">{title}</h2>}>
        <ol>
          {history.map(({ status, at, actor, by_link }, index) => (
            <li key={`${status} ${at}`} className="group relative pb-4 pl-6 last:pb-0">
              <span
                aria-hidden
                className={`absolute top-2 left-0 size-2.5 rounded-full ${status === 'DIBATALKAN' ? 'bg-danger' : 'bg-control group-last:bg-accent'}`}
              />
              <span aria-hidden className="absolute top-5 bottom-0 left-1 w-px bg-line group-last:hidden" />
              <p className="font-semibold">
                {status === 'DIBAYAR' && history[index - 1]?.status === 'DIKIRIM'
                  ? 'Pengiriman dibatalkan'
                  : events[status]}
              </p>
              <p className="text-13 text-muted">
                <time dateTime={at}>{formatJakartaTime(at)}</time>{' '}
                <span>{`· ${actorLabels[actor]}${by_link ? ', lewat tautan' : ''}`}</span>
              </p>
            </li>
          ))}
        </ol>
      </Fold>
    </section>
  )
}
