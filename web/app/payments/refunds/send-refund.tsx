import type { Refund } from '@camilan/contract/refunds'
import { lazy, Suspense } from 'react'
import { formatRupiah } from '~/platform/state/formats'
import { OpenDialog } from '~/ui/form/open-dialog'

const SendForm = lazy(() => import('./send-form'))

/** Has the gateway refund a payment, after the administrator's password. */
export const SendRefund = ({ refund, isMain }: { refund: Refund; isMain: boolean }) => (
  <OpenDialog
    label="Kembalikan lewat Midtrans"
    variant={isMain ? 'main' : 'quiet'}
    className="grow"
    title={`Kembalikan ${formatRupiah(refund.amount)}?`}
    holdsInput
  >
    {(close) => (
      <>
        <p className="mb-4">
          {`Midtrans mengembalikan dana ini dari saldo toko ke ${refund.buyer.name}. Ini tidak bisa dibatalkan.`}
        </p>
        <Suspense>
          <SendForm refund={refund} onClose={close} />
        </Suspense>
      </>
    )}
  </OpenDialog>
)
