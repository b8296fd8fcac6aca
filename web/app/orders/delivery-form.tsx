import { cities } from '@camilan/contract/cities'
import { maxLengths } from '@camilan/contract/lengths'
import { AdminOrderDetail, type OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { type FormEvent, useState } from 'react'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { toastFailure, useMutation } from '~/platform/use-mutation'
import { DialogButtons } from '~/ui/dialog'
import { SelectField, TextAreaField, TextField } from '~/ui/field'

interface DeliveryFormProps {
  order: Pick<OrderDetail, 'id' | 'user' | 'address' | 'city'>
  onClose: () => void
}

/** Changes to whom and where an order goes. */
export function DeliveryForm({ order, onClose }: DeliveryFormProps) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { pending, run } = useMutation({
    do: (delivery: object) =>
      api.put(`/api/admin/orders/${encodeURIComponent(order.id)}/delivery`, delivery, success(AdminOrderDetail)),
    done: () => {
      onClose()
      toast('Data pengiriman diubah, pembeli diberi tahu')
    },
    failed(error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else toastFailure(error, 'Gagal mengubah data pengiriman. Silakan coba lagi.')
    },
    revalidate: 'both',
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { city, ...texts } = Object.fromEntries(new FormData(event.currentTarget))
    void run({ ...texts, city: city || null })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <p>Ongkos kirim dan total pesanan tidak berubah.</p>
      <TextField
        label="Nama penerima"
        name="recipient"
        defaultValue={order.user.name}
        maxLength={100}
        autoComplete="off"
        error={errors.recipient}
      />
      <TextField
        label="Nomor telepon"
        name="phone"
        type="tel"
        defaultValue={order.user.phone}
        autoComplete="off"
        error={errors.phone}
      />
      <TextAreaField
        label="Alamat"
        name="address"
        defaultValue={order.address}
        maxLength={maxLengths.address}
        error={errors.address}
      />
      <SelectField label="Kota" name="city" defaultValue={order.city ?? ''} error={errors.city}>
        {order.city === null && <option value="">Belum disebut</option>}
        {cities.map((city) => (
          <option key={city}>{city}</option>
        ))}
      </SelectField>
      <DialogButtons yes="Simpan" pending={pending} onCancel={onClose} />
    </form>
  )
}
