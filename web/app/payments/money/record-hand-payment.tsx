import { handPayments } from '@camilan/contract/order-values'
import { type Order, OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { Banknote } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { sentenceAbove } from '~/platform/forms/show-field-errors'
import { formatTyped, readNumber } from '~/platform/forms/typed-number'
import { serverDate } from '~/platform/state/server-time'
import { Button, type ButtonVariant } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import { FormProblem } from '~/ui/ask/notice'
import { TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'

const wayLabels = { cash: 'Tunai', transfer: 'Transfer' }

/** `2026-11-20` of the seller's phone, as the input of a date has it. */
const today = () => serverDate().toLocaleDateString('sv-SE', { timeZone: 'Asia/Jakarta' })

interface RecordHandPaymentProps {
  order: Pick<Order, 'id' | 'total_price'>
  variant?: ButtonVariant
  onRecorded?: (order: OrderDetail) => void
}

/** Records cash or a transfer for an order that the seller entered. An open payment is closed at the gateway first. */
export default function RecordHandPayment({ order, variant = 'main', onRecorded }: RecordHandPaymentProps) {
  const [open, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [amount, setAmount] = useState(formatTyped(order.total_price))
  const { pending, run } = useMutation({
    do: (body: object) =>
      api.post(`/api/admin/orders/${encodeURIComponent(order.id)}/hand-payment`, body, success(OrderDetail)),
    done: ({ data }) => {
      setOpen(false)
      onRecorded?.(data)
    },
    failed(error) {
      setErrors(error instanceof ApiError ? error.fields : {})
      setProblem(sentenceAbove(error, 'Pembayaran belum tercatat. Silakan coba lagi.'))
    },
    revalidate: 'both',
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setProblem(undefined)
    const form = new FormData(event.currentTarget)
    const read = readNumber(amount)
    if (read.kind !== 'number') return setErrors({ amount: 'Tulis jumlahnya dalam rupiah.' })
    setErrors({})
    void run({ way: form.get('way'), amount: read.value, day: form.get('day') })
  }

  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        <Banknote aria-hidden className="size-5" />
        Catat pembayaran
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Catat pembayaran" pending={pending} holdsInput>
        <form noValidate onSubmit={submit} className="grid gap-4">
          <FormProblem sentence={problem} />
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
            name="amount"
            defaultValue={amount}
            written={amount}
            onChange={({ currentTarget: { value } }) => setAmount(value)}
            error={errors.amount}
          />
          <TextField
            label="Tanggal masuk"
            type="date"
            name="day"
            defaultValue={today()}
            max={today()}
            error={errors.day}
          />
          <Button type="submit" pending={pending}>
            Simpan
          </Button>
        </form>
      </Dialog>
    </>
  )
}
