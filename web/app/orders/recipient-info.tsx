import type { Order } from '@camilan/contract/orders'
import { Facts } from '~/ui/facts'
import { SectionCard } from '~/ui/section-card'

/** Who gets the parcel, and where. */
export function RecipientInfo({ order }: { order: Pick<Order, 'user' | 'address' | 'city' | 'notes'> }) {
  return (
    <SectionCard title="Informasi Penerima">
      <Facts
        facts={[
          { name: 'Nama', value: order.user.name },
          { name: 'Nomor Telepon', value: order.user.phone },
          { name: 'Alamat', value: order.address },
          { name: 'Kota', value: order.city },
          { name: 'Catatan', value: order.notes },
        ]}
      />
    </SectionCard>
  )
}
