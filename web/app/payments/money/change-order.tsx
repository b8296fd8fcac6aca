import type { OrderDetail } from '@camilan/contract/orders'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, Suspense, useState } from 'react'
import { countPieces } from '~/orders/order-contents'
import { isStopped } from '~/orders/stopped-order'
import { useSession } from '~/platform/api/session'
import { Button } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import { MenuList } from '~/ui/lists/menu-list'
import { Skeleton } from '~/ui/loading/skeleton'

const ChangeForm = lazy(() => import('./change-form'))

/** The changes of an order, in the sequence of the menu. */
const changes = {
  lower: { title: 'Kurangi isi pesanan', about: 'Yang tidak jadi dikirim dikembalikan dananya.' },
  delivery: { title: 'Ubah data pengiriman', about: 'Penerima, telepon, alamat, dan kota.' },
  note: { title: 'Catatan Anda', about: 'Tidak terlihat oleh pembeli.' },
  refund: { title: 'Kembalikan sebagian dana', about: 'Pesanan tetap berjalan.' },
  cancel: { title: 'Batalkan pesanan', about: 'Seluruh dananya dikembalikan.' },
}
export type OrderChange = keyof typeof changes

/** A menu of what the seller can change of an order now. A single change needs no menu. */
export function ChangeOrder({ order }: { order: OrderDetail }) {
  const [step, setStep] = useState<OrderChange | 'menu' | null>(null)
  const { isAdmin } = useSession()
  const close = () => setStep(null)
  const possible = possibleChanges(order, isAdmin)
  const only = possible.length === 1 ? possible[0] : undefined
  return (
    <>
      <Button variant="quiet" onClick={() => setStep(only ?? 'menu')}>
        <Pencil aria-hidden className="size-5" />
        <span>{only ? changes[only].title : 'Ubah pesanan'}</span>
      </Button>
      <Dialog
        open={step !== null}
        onClose={close}
        title={step === null || step === 'menu' ? 'Ubah pesanan' : changes[step].title}
        holdsInput={step !== null && step !== 'menu'}
      >
        {step === 'menu' && (
          <MenuList
            entries={possible.map((change) => ({
              label: changes[change].title,
              about: changes[change].about,
              danger: change === 'cancel',
              choose: () => setStep(change),
            }))}
          />
        )}
        {step !== null && step !== 'menu' && (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <ChangeForm change={step} order={order} onChoose={setStep} onClose={close} />
          </Suspense>
        )}
      </Dialog>
    </>
  )
}

/** What touches money is for administrators. */
function possibleChanges(order: OrderDetail, isAdmin: boolean): OrderChange[] {
  const isPaid = order.status === 'DIBAYAR'
  const isUnpaid = order.status === 'DIPROSES'
  const hasMoney = !isUnpaid && order.status !== 'DIBATALKAN' && !order.transaction.reversed_at
  const possible: Record<OrderChange, boolean> = {
    lower: isAdmin && isPaid && !isStopped(order) && countPieces(order) > 1,
    delivery: isPaid || isUnpaid,
    note: true,
    refund: isAdmin && hasMoney,
    cancel: isAdmin && isPaid,
  }
  return (Object.keys(changes) as OrderChange[]).filter((change) => possible[change])
}
