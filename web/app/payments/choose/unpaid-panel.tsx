import type { Order } from '@camilan/contract/orders'
import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import { PayButton } from '~/payments/pay/pay-button'
import { Copyable, codesOf, PaymentCodes } from '~/payments/pay/payment-codes'
import { PaymentDeadline } from '~/payments/pay/payment-deadline'
import { endOf, methodOf, thingOf } from '~/payments/pay/payment-state'
import { type Payable, usePayment } from '~/payments/pay/use-payment'
import { useShopInfo } from '~/platform/pages/shop-info'
import { Notice } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import type { Elements } from '~/ui/elements'
import { Rupiah } from '~/ui/shop/rupiah'
import { SimulationNote } from '~/ui/shop/simulation-note'
import { ChangePayment } from './change-payment'
import type { ChangeOfPayment } from './change-payment-dialog'
import { HowToPay } from './how-to-pay'

interface UnpaidPanelProps {
  order: Pick<Order, 'id' | 'total_price' | 'transaction'>
  /** The popup reported a success that the server does not know of yet. */
  paid?: boolean
  /** For an order without an account: how it is paid, and what follows. */
  linked?: { find: () => Promise<Payable | null>; change: ChangeOfPayment; onConcluded: () => unknown }
  /** Other actions for an unpaid order. */
  children?: Elements
}

/** The ways to pay an unpaid order. */
export function UnpaidPanel({ order, paid = false, linked, children }: UnpaidPanelProps) {
  const payment = usePayment(linked)
  const { methods } = useShopInfo().payment
  const { transaction, total_price } = order
  const method = methodOf(transaction, methods)
  const end = endOf(transaction, method)
  const codes = codesOf(method, transaction)
  const hasCode = codes.some(({ digits }) => digits !== null)
  return (
    <SectionCard title="Selesaikan Pembayaran">
      <div className="grid gap-4">
        {paid && <Notice>Pembayaran Anda sedang kami periksa. Halaman ini diperbarui dengan sendirinya.</Notice>}
        {end && !paid && (
          <Notice>{`${end} Pesanan Anda masih menunggu: tekan Bayar Sekarang untuk membayar lagi.`}</Notice>
        )}
        <dl className="grid gap-3">
          {end === null && (hasCode ? <PaymentCodes codes={codes} /> : <PaidWith method={method} codes={codes} />)}
          <Copyable name="Jumlah yang harus dibayar" text={String(total_price)} of="jumlah pembayaran">
            <Rupiah amount={total_price} />
          </Copyable>
        </dl>
        <PaymentDeadline transaction={transaction} thing={end === null ? thingOf(method) : null} />
        <SimulationNote />
        <div className="grid gap-2.5">
          <PayButton orderId={order.id} payment={payment} {...(linked && { find: linked.find })} />
          <ChangePayment order={order} method={method} payment={payment} change={linked?.change} />
          {children}
        </div>
        {method !== null && end === null && <HowToPay method={method} totalIdr={total_price} hasCode={hasCode} />}
      </div>
    </SectionCard>
  )
}

/** Where the codes of the method will be. */
function PaidWith({ method, codes }: { method: PaymentMethod | null; codes: ReturnType<typeof codesOf> }) {
  const [code] = codes
  return (
    <div>
      <dt className="text-13 text-muted">{code && codes.length === 1 ? code.name : 'Cara Bayar'}</dt>
      {codes.length !== 1 && method && <dd className="text-17 font-bold">{paymentMethods[method].label}</dd>}
      <dd>{whereOf(method)}</dd>
    </div>
  )
}

function whereOf(method: PaymentMethod | null): string {
  if (method === null) return 'Dipilih di jendela pembayaran.'
  const { group, paidWith } = paymentMethods[method]
  if (group === 'qris') return 'Kode QR ada di jendela pembayaran.'
  if (paidWith === 'popup') return 'Kode QR atau tautan aplikasi ada di jendela pembayaran.'
  return paidWith === 'bill' ? 'Kodenya muncul setelah pembayaran dimulai.' : 'Muncul setelah pembayaran dimulai.'
}
