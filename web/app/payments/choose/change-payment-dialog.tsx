import type { OrderDetail } from '@camilan/contract/orders'
import type { PaymentMethod } from '@camilan/contract/payment-methods'
import type { Payment } from '@camilan/contract/payments'
import { useState } from 'react'
import { rememberUnpaidOrder } from '~/orders/mine/unpaid-orders'
import { isInPopup } from '~/payments/pay/payment-state'
import type { PaymentAccess } from '~/payments/pay/use-payment'
import { api, uncheckedData } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import { FormProblem } from '~/ui/ask/notice'
import { PaymentChoice } from './payment-choice'

/** @param method  empty: any that the shop offers */
export type ChangeOfPayment = (method: PaymentMethod | '') => Promise<Payment>

interface ChangePaymentDialogProps {
  open: boolean
  onClose: () => void
  order: Pick<OrderDetail, 'id' | 'total_price' | 'transaction'>
  /** Those that take the order's total. */
  methods: readonly PaymentMethod[]
  current: PaymentMethod | null
  payment: PaymentAccess
  change?: ChangeOfPayment | undefined
}

/** Asks by what the order is paid instead, and opens the popup with the new payment. */
export function ChangePaymentDialog(props: ChangePaymentDialogProps) {
  const { open, onClose, order, methods, current, payment } = props
  const { change = (method) => changePayment(order.id, method) } = props
  const [chosen, setChosen] = useState<PaymentMethod | ''>()
  const [problem, setProblem] = useState<string>()
  const known = current !== null && methods.includes(current) ? current : ''
  const value = chosen ?? known

  function close() {
    setChosen(undefined)
    setProblem(undefined)
    onClose()
  }

  const { pending, run } = useMutation({
    do: (method: PaymentMethod | '') => {
      setProblem(undefined)
      return change(method)
    },
    done: async (changed) => {
      close()
      await payment.open(changed)
    },
    failed: (error) => {
      if (error instanceof ApiError && error.code === 'NOT_PAYABLE') {
        close()
        toast(error.message, 'alert')
      } else setProblem(problemOf(error))
    },
    revalidate: 'both',
  })

  return (
    <Dialog open={open} onClose={close} pending={pending} title="Ganti cara bayar" holdsInput width="wide">
      <div className="grid gap-4">
        {isInPopup(order.transaction) && (
          // The same method keeps its payment.
          <p className="text-muted">
            Kode QR atau tautannya tidak muncul lagi?{' '}
            <button type="button" disabled={pending} onClick={() => void run('')} className="link -my-2.5 min-h-11">
              Mulai pembayaran baru
            </button>
          </p>
        )}
        <PaymentChoice methods={methods} totalIdr={order.total_price} value={value} onChange={setChosen} />
        {/* In sight below a long list. */}
        <div className="sticky -bottom-6 -mx-6 -mb-6 grid gap-3 border-t border-line bg-surface px-6 py-4">
          <FormProblem sentence={problem} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" disabled={pending} onClick={close}>
              Batal
            </Button>
            <Button pending={pending} onClick={() => void run(value)}>
              Lanjut bayar
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

/**
 * Replaces the payment of an unpaid order.
 * @param method  empty: any that the shop offers
 * @throws {ApiError} nothing changed, or a later call gets the token
 */
async function changePayment(orderId: string, method: PaymentMethod | ''): Promise<Payment> {
  const path = `/api/orders/${encodeURIComponent(orderId)}/payment/change`
  const body = method === '' ? {} : { payment_method: method }
  const { data } = await api.post(path, body, uncheckedData<Payment>())
  rememberUnpaidOrder(data)
  return data
}

function problemOf(error: unknown): string {
  const isAway = error instanceof ApiError && error.code === 'PAYMENT_UNAVAILABLE'
  if (isAway) return 'Pembayaran lama belum bisa ditutup, jadi cara bayar belum diganti. Coba lagi sebentar lagi.'
  return sentenceOf(error, 'Cara bayar belum bisa diganti. Silakan coba lagi.')
}
