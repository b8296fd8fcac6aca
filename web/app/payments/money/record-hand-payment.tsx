import { handPayments } from '@camilan/contract/order-values'
import { type Order, OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import Banknote from 'lucide-react/icons/banknote'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { formatTyped, readNumber } from '~/platform/forms/typed-number'
import { serverDate } from '~/platform/state/server-time'
import { Button, type ButtonVariant } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { OpenDialog } from '~/ui/form/open-dialog'
import { useForm } from '~/ui/form/use-form'

const wayLabels = { cash: 'Tunai', transfer: 'Transfer' }

/** `2026-11-20` of the seller's phone, as the input of a date has it. */
const today = () => serverDate().toLocaleDateString('sv-SE', { timeZone: 'Asia/Jakarta' })

interface HandPaymentFormProps {
  order: Pick<Order, 'id' | 'total_price'>
  onRecorded?: (order: OrderDetail) => void
}

/** Records cash or a transfer for an order that the seller entered. An open payment is closed at the gateway first. */
export default function RecordHandPayment(props: HandPaymentFormProps & { variant?: ButtonVariant }) {
  const { variant = 'main', ...form } = props
  return (
    <OpenDialog label="Catat pembayaran" icon={Banknote} variant={variant} title="Catat pembayaran" holdsInput>
      {(close) => <HandPaymentForm {...form} onClose={close} />}
    </OpenDialog>
  )
}

function HandPaymentForm({ order, onRecorded, onClose }: HandPaymentFormProps & { onClose: () => void }) {
  const [amount, setAmount] = useState(formatTyped(order.total_price))
  const form = useForm({
    names: ['way', 'amount', 'day'],
    initial: { amount, day: today() },
    check: (): { amount?: string } =>
      readNumber(amount).kind === 'number' ? {} : { amount: 'Tulis jumlahnya dalam rupiah.' },
    send: ({ way, day }) => {
      const read = readNumber(amount)
      const payment = { way, amount: read.kind === 'number' ? read.value : 0, day }
      return api.post(`/api/admin/orders/${encodeURIComponent(order.id)}/hand-payment`, payment, success(OrderDetail))
    },
    done: ({ data }) => {
      onClose()
      onRecorded?.(data)
    },
    failed: 'Pembayaran belum tercatat. Silakan coba lagi.',
    revalidate: 'both',
  })
  const amountField = form.field('amount')
  return (
    <form {...form.form} className="grid gap-4">
      <FormProblem sentence={form.problem} />
      <fieldset className="grid grid-cols-2 gap-3 narrow:grid-cols-1">
        <legend className="mb-1.5 text-15 font-semibold">Dibayar dengan</legend>
        {handPayments.map((way, index) => (
          <label
            key={way}
            className="flex min-h-11 items-center gap-2.5 rounded-xl border border-control px-4 font-semibold"
          >
            <input type="radio" name="way" value={way} defaultChecked={index === 0} className="size-5" />
            <span>{wayLabels[way]}</span>
          </label>
        ))}
      </fieldset>
      <NumberField
        label="Jumlah (Rp)"
        written={amount}
        {...amountField}
        onChange={({ currentTarget: { value } }) => {
          amountField.onChange()
          setAmount(value)
        }}
      />
      <TextField label="Tanggal masuk" type="date" max={today()} {...form.field('day')} />
      <Button type="submit" pending={form.pending}>
        Simpan
      </Button>
    </form>
  )
}
