import { cities } from '@camilan/contract/cities'
import { maxLengths } from '@camilan/contract/lengths'
import { AdminOrderDetail, type OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { presentTexts } from '~/orders/changed-order'
import { useAuthForm } from '~/people/login/use-auth-form'
import { useTextDraft } from '~/people/use-text-draft'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { toast } from '~/platform/state/toasts'
import { DialogButtons } from '~/ui/ask/dialog'
import { FormProblem } from '~/ui/ask/notice'
import { DraftNotice } from '~/ui/fields/draft-notice'
import { SelectField, TextAreaField, TextField } from '~/ui/fields/field'

interface DeliveryFormProps {
  order: Pick<OrderDetail, 'id' | 'user' | 'address' | 'city'>
  onClose: () => void
}

type Texts = Record<'recipient' | 'phone' | 'address' | 'city', string>

const deliveryOf = ({ city, phone, ...texts }: Texts) => ({ ...texts, phone: phone || null, city: city || null })

/** Changes to whom and where an order goes. */
export function DeliveryForm({ order, onClose }: DeliveryFormProps) {
  const { user, address, city } = order
  const draft = useTextDraft(`delivery:${order.id}`, {
    ...{ recipient: user.name, phone: user.phone ?? '', address, city: city ?? '' },
  })
  const { seen, shown } = draft
  // The seller may have typed another city for an order of her own.
  const choices = [...new Set([...cities, ...(city === null ? [] : [city])])]
  const form = useAuthForm({
    names: ['recipient', 'phone', 'address', 'city'],
    send: (texts) =>
      api.put(
        `/api/admin/orders/${encodeURIComponent(order.id)}/delivery`,
        { ...deliveryOf(texts), expected: deliveryOf(seen) },
        success(AdminOrderDetail),
      ),
    done: () => {
      close()
      toast('Data pengiriman diubah, pembeli diberi tahu')
    },
    failed(error) {
      const present = presentTexts(error)
      if (present) draft.follow(present)
      return sentenceOf(error, 'Gagal mengubah data pengiriman. Silakan coba lagi.')
    },
    revalidate: 'both',
  })
  function close() {
    draft.discard()
    onClose()
  }

  return (
    <form noValidate ref={draft.ref} onInput={draft.onInput} onSubmit={form.submit} className="grid gap-4">
      {draft.isRestored && <DraftNotice onDiscard={draft.forget} />}
      <FormProblem sentence={form.problem} />
      <p>Ongkos kirim dan total pesanan tidak berubah.</p>
      <TextField
        label="Nama penerima"
        defaultValue={shown.recipient}
        maxLength={100}
        autoComplete="off"
        {...form.field('recipient')}
      />
      <TextField label="No Telepon" type="tel" defaultValue={shown.phone} autoComplete="off" {...form.field('phone')} />
      <TextAreaField
        label="Alamat"
        rows={5}
        defaultValue={shown.address}
        maxLength={maxLengths.address}
        {...form.field('address')}
      />
      <SelectField label="Kota" defaultValue={shown.city} {...form.field('city')}>
        {city === null && <option value="">Belum disebut</option>}
        {choices.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <DialogButtons yes="Simpan" pending={form.pending} onCancel={close} />
    </form>
  )
}
