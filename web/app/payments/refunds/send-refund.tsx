import type { Refund } from '@camilan/contract/refunds'
import { lazy, Suspense, useState } from 'react'
import { formatRupiah } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'

const SendForm = lazy(() => import('./send-form'))

/** Has the gateway refund a payment, after the administrator's password. */
export function SendRefund({ refund, isMain }: { refund: Refund; isMain: boolean }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant={isMain ? 'main' : 'quiet'} onClick={() => setOpen(true)} className="grow">
        Kembalikan lewat Midtrans
      </Button>
      <Dialog open={open} onClose={close} title={`Kembalikan ${formatRupiah(refund.amount)}?`} holdsInput>
        <p className="mb-4">
          {`Midtrans mengembalikan dana ini dari saldo toko ke ${refund.buyer.name}. Ini tidak bisa dibatalkan.`}
        </p>
        <Suspense>
          <SendForm refund={refund} onClose={close} />
        </Suspense>
      </Dialog>
    </>
  )
}
