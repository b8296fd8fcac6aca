import { cities } from '@camilan/contract/cities'
import { maxLengths } from '@camilan/contract/lengths'
import { AdminOrderDetail, type OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { useAuthForm } from '~/accounts/use-auth-form'
import { api } from '~/platform/api'
import { toast } from '~/platform/toasts'
import { DialogButtons } from '~/ui/dialog'
import { SelectField, TextAreaField, TextField } from '~/ui/field'
import { FormProblem } from '~/ui/notice'

interface DeliveryFormProps {
  order: Pick<OrderDetail, 'id' | 'user' | 'address' | 'city'>
  onClose: () => void
}

/** Changes to whom and where an order goes. */
export function DeliveryForm({ order, onClose }: DeliveryFormProps) {
  const form = useAuthForm({
    names: ['recipient', 'phone', 'address', 'city'],
    send: ({ city, ...texts }) =>
      api.put(
        `/api/admin/orders/${encodeURIComponent(order.id)}/delivery`,
        { ...texts, city: city || null },
        success(AdminOrderDetail),
      ),
    done: () => {
      onClose()
      toast('Data pengiriman diubah, pembeli diberi tahu')
    },
    failed: 'Gagal mengubah data pengiriman. Silakan coba lagi.',
    revalidate: 'both',
  })

  return (
    <form noValidate onSubmit={form.submit} className="grid gap-4">
      <FormProblem sentence={form.problem} />
      <p>Ongkos kirim dan total pesanan tidak berubah.</p>
      <TextField
        label="Nama penerima"
        defaultValue={order.user.name}
        maxLength={100}
        autoComplete="off"
        {...form.field('recipient')}
      />
      <TextField
        label="Nomor telepon"
        type="tel"
        defaultValue={order.user.phone}
        autoComplete="off"
        {...form.field('phone')}
      />
      <TextAreaField
        label="Alamat"
        defaultValue={order.address}
        maxLength={maxLengths.address}
        {...form.field('address')}
      />
      <SelectField label="Kota" defaultValue={order.city ?? ''} {...form.field('city')}>
        {order.city === null && <option value="">Belum disebut</option>}
        {cities.map((city) => (
          <option key={city}>{city}</option>
        ))}
      </SelectField>
      <DialogButtons yes="Simpan" pending={form.pending} onCancel={onClose} />
    </form>
  )
}
