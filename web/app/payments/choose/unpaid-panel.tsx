import type { Order, OrderDetail } from '@camilan/contract/orders'
import { type PaymentMethod, paymentMethods, takesAmount } from '@camilan/contract/payment-methods'
import { useState } from 'react'
import { PayButton } from '~/payments/pay/pay-button'
import { Copyable, codesOf, PaymentCodes } from '~/payments/pay/payment-codes'
import { isInPopup, methodOf, outcomeOf, thingOf } from '~/payments/pay/payment-state'
import { type Payable, type PaymentAccess, usePayment } from '~/payments/pay/use-payment'
import { useMutation } from '~/platform/api/use-mutation'
import { useShopInfo } from '~/platform/pages/shop-info'
import { useLoaded } from '~/platform/state/use-loaded'
import { useNow } from '~/platform/state/use-now'
import { Button } from '~/ui/ask/button'
import { Notice } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import type { Elements } from '~/ui/elements'
import { Skeleton } from '~/ui/loading/skeleton'
import { Moment } from '~/ui/shop/moment'
import { Rupiah } from '~/ui/shop/rupiah'
import { SimulationNote } from '~/ui/shop/simulation-note'
import type { ChangeOfPayment, ChangePaymentDialog } from './change-payment-dialog'

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
  const end = outcomeOf(transaction, method)
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

interface PaymentDeadlineProps {
  transaction: Pick<Order['transaction'], 'expires_at' | 'order_expires_at'>
  /** What may run out before the order does; null: nothing can be paid with now. */
  thing: string | null
}

/** Gateways round the order's time. A smaller difference is not told. */
const tellFromMs = 2 * 60_000

/** The time until which an unpaid order can be paid, and the rest of it. */
function PaymentDeadline({ transaction: { expires_at, order_expires_at }, thing }: PaymentDeadlineProps) {
  const until = thing === null ? order_expires_at : expires_at
  const earlierMs = new Date(order_expires_at).getTime() - new Date(until).getTime()
  const own = earlierMs > tellFromMs ? thing : null
  const leftMs = new Date(until).getTime() - useNow()
  return (
    <div className="rounded-xl bg-diproses-soft px-4 py-3 text-diproses">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p>
          <span>{own ? `${own.charAt(0).toUpperCase()}${own.slice(1)} berlaku sampai` : 'Bayar sebelum'}</span>{' '}
          <Moment at={until} />
        </p>
        <p role="timer" className="font-bold tabular-nums">
          {leftMs > 0 ? countdown(leftMs) : 'Waktu pembayaran habis'}
        </p>
      </div>
      {own && (
        <p className="mt-1 text-13">
          Pesanan ditunggu sampai <Moment at={order_expires_at} />.
        </p>
      )}
    </div>
  )
}

/** `23 jam 04 menit 09 detik` */
function countdown(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutesAndSeconds = `${two(Math.floor(seconds / 60) % 60)} menit ${two(seconds % 60)} detik`
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? `${hours} jam ${minutesAndSeconds}` : minutesAndSeconds
}

interface ChangePaymentProps {
  order: Pick<OrderDetail, 'id' | 'total_price' | 'transaction'>
  /** By which it is paid now. */
  method: PaymentMethod | null
  payment: PaymentAccess
  /** Replaces the payment; without it that of the buyer's own order. */
  change?: ChangeOfPayment | undefined
}

/**
 * 'Ganti cara bayar'. Shown where there is another method, and for one that lives in the popup: a popup that shows its QR no
 * more is left by a new payment. The dialog is loaded when the button is pressed.
 */
function ChangePayment({ order, method, payment, change }: ChangePaymentProps) {
  const { methods } = useShopInfo().payment
  const [parts, setParts] = useState<{ Dialog: typeof ChangePaymentDialog }>()
  const [isOpen, setOpen] = useState(false)
  const { pending, run } = useMutation({
    do: async () => parts ?? { Dialog: (await import('./change-payment-dialog')).ChangePaymentDialog },
    done: (loaded) => {
      setParts(loaded)
      setOpen(true)
    },
    failed: 'Cara bayar tidak bisa dimuat. Periksa koneksi internet Anda lalu coba lagi.',
  })
  const fitting = methods.filter((offered) => takesAmount(offered, order.total_price))
  const isStuckInPopup = isInPopup(order.transaction) && fitting.length > 0
  if (!isStuckInPopup && fitting.every((offered) => offered === method)) return null
  return (
    <>
      <Button variant="quiet" pending={pending} onClick={() => void run()}>
        Ganti cara bayar
      </Button>
      {parts && (
        <parts.Dialog
          open={isOpen}
          onClose={() => setOpen(false)}
          order={order}
          methods={fitting}
          current={method}
          payment={payment}
          change={change}
        />
      )}
    </>
  )
}

interface HowToPayProps {
  method: PaymentMethod
  totalIdr: number
  /** The number or code that it is paid with is shown above. */
  hasCode: boolean
}

/** The steps of a method. */
function HowToPay({ method, totalIdr, hasCode }: HowToPayProps) {
  const loaded = useLoaded(() => import('./payment-steps'))
  if (loaded === null) return null
  return (
    <div className="border-t border-line pt-3">
      <h3 className="mb-2 font-semibold">Cara membayar</h3>
      {loaded ? (
        <ol className="grid list-decimal gap-1.5 pl-5 marker:font-semibold marker:text-muted">
          {loaded.stepsOf(method, totalIdr, hasCode).map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
      ) : (
        <Skeleton className="h-36" />
      )}
    </div>
  )
}
