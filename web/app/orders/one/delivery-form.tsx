import { cities } from '@camilan/contract/cities'
import { maxLengths } from '@camilan/contract/lengths'
import { AdminOrderDetail, type OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { presentTexts } from '~/orders/changed-order'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { toast } from '~/platform/state/toasts'
import { SelectField, TextAreaField, TextField } from '~/ui/fields/field'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'
import { useTextDraft } from '~/ui/form/use-text-draft'

interface DeliveryFormProps {
  order: Pick<OrderDetail, 'id' | 'user' | 'address' | 'city' | 'delivery'>
  onClose: () => void
}

type Texts = Record<'recipient' | 'phone' | 'address' | 'city', string>

const deliveryOf = ({ city, phone, ...texts }: Texts) => ({ ...texts, phone: phone || null, city: city || null })

/** Changes to whom and where an order goes. */
export function DeliveryForm({ order, onClose }: DeliveryFormProps) {
  const { user, address, city } = order
  const draft = useTextDraft(`delivery:${order.id}`, {
    recipient: user.name,
    phone: user.phone ?? '',
    address,
    city: city ?? '',
  })
  // The seller may have typed another city for an order of her own.
  const choices = [...new Set([...cities, ...(city === null ? [] : [city])])]
  const form = useForm({
    names: ['recipient', 'phone', 'address', 'city'],
    draft,
    send: (texts) =>
      api.put(
        `/api/admin/orders/${encodeURIComponent(order.id)}/delivery`,
        { ...deliveryOf(texts), expected: deliveryOf(draft.seen) },
        success(AdminOrderDetail),
      ),
    done: () => {
      onClose()
      toast('Data pengiriman diubah, pembeli diberi tahu')
    },
    failed(error) {
      const present = presentTexts(error)
      if (present) draft.follow(present)
      return sentenceOf(error, 'Gagal mengubah data pengiriman. Silakan coba lagi.')
    },
    revalidate: 'both',
  })

  return (
    <FormBody form={form} yes="Simpan" onClose={onClose}>
      <p>Ongkos kirim dan total pesanan tidak berubah.</p>
      <TextField label="Nama penerima" maxLength={100} autoComplete="off" {...form.field('recipient')} />
      <TextField label="No Telepon" type="tel" autoComplete="off" {...form.field('phone')} />
      <TextAreaField label="Alamat" rows={5} maxLength={maxLengths.address} {...form.field('address')} />
      {order.delivery ? (
        <TextField
          label="Kota atau kecamatan"
          hint="Misalnya Kota Depok, atau Beji, Kota Depok."
          maxLength={maxLengths.city}
          autoComplete="off"
          {...form.field('city')}
        />
      ) : (
        <SelectField label="Kota" {...form.field('city')}>
          {city === null && <option value="">Belum disebut</option>}
          {choices.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </FormBody>
  )
}
