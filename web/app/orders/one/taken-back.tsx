import type { Order } from '@camilan/contract/orders'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { ReleaseOrder } from '~/orders/release-order'
import { isStopped } from '~/orders/stopped-order'
import { useSession } from '~/platform/api/session'
import { formatJakartaTime } from '~/platform/state/formats'
import { Notice } from '~/ui/ask/notice'
import { OnlyAdmin } from '~/ui/ask/only-admin'

/** Says on an order's page that its money was taken back. Shows nothing for other orders. */
export function TakenBack({ order }: { order: Order }) {
  const isStaff = useSession().role === 'staf'
  const { reversed_at, reversed_state } = order.transaction
  const state = reversed_state ? ` (${reversed_state})` : ''
  const when = reversed_at ? ` pada ${formatJakartaTime(reversed_at)}` : ''
  if (isStopped(order)) {
    return (
      <div
        role="alert"
        className="mb-4 flex flex-wrap items-center gap-3 rounded-xl bg-danger-soft px-4 py-3 text-danger md:flex-nowrap"
      >
        <CircleAlert aria-hidden className="size-5 shrink-0 max-md:hidden" />
        <p className="min-w-0 grow font-semibold text-pretty">
          {isStaff
            ? 'Pesanan ini ditahan: jangan dikirim dulu. Tanyakan kepada pemilik toko.'
            : reversed_at
              ? `Uang pesanan ini ditarik kembali${state}${when}. ${nextStep[order.status]}`
              : 'Uang pesanan ini pernah ditarik kembali dan sudah masuk lagi. Periksa di dasbor Midtrans, lalu lepas.'}
        </p>
        <OnlyAdmin>
          <ReleaseOrder orderId={order.id} />
        </OnlyAdmin>
      </div>
    )
  }
  if (!reversed_at) return null
  return (
    <div className="mb-4">
      <Notice>
        {`Uang pesanan ini ditarik kembali${state}${when}${order.status === 'DIBATALKAN' ? ', jadi tidak perlu dikembalikan.' : ', dan pesanannya sudah dilepas.'}`}
      </Notice>
    </div>
  )
}

const nextStep: Record<Order['status'], string> = {
  DIPROSES: 'Periksa di dasbor Midtrans.',
  DIBAYAR: 'Jangan dikirim dulu: periksa di dasbor Midtrans, lalu lepas atau batalkan pesanan ini.',
  DIKIRIM: 'Periksa di dasbor Midtrans dan hubungi pembelinya.',
  SELESAI: 'Periksa di dasbor Midtrans dan hubungi pembelinya.',
  DIBATALKAN: '',
}
