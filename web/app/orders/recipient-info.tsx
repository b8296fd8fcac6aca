import type { Order } from '@camilan/contract/orders'
import type { ReactNode } from 'react'
import { Facts } from '~/ui/facts'
import { SectionCard } from '~/ui/section-card'

interface RecipientInfoProps {
  order: Pick<Order, 'user' | 'address' | 'city' | 'notes'>
  /** Below the facts, such as a way to reach them. */
  children?: ReactNode
}

/** Who gets the parcel, and where. */
export function RecipientInfo({ order, children }: RecipientInfoProps) {
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
      {children}
    </SectionCard>
  )
}
