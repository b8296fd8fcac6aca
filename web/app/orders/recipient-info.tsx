import type { Order } from '@camilan/contract/orders'
import type { ReactNode } from 'react'
import { Facts } from '~/ui/facts'
import { PhoneLink } from '~/ui/phone-link'
import { SectionCard } from '~/ui/section-card'

interface RecipientInfoProps {
  order: Pick<Order, 'user' | 'address' | 'city' | 'notes'>
  /** Makes the phone number a link. */
  callable?: boolean
  /** Shown below the facts. */
  children?: ReactNode
}

/** The recipient and the address. */
export function RecipientInfo({ order, callable = false, children }: RecipientInfoProps) {
  const { name, phone } = order.user
  return (
    <SectionCard title="Informasi Penerima">
      <Facts
        facts={[
          { name: 'Nama', value: name },
          { name: 'Nomor Telepon', value: callable ? <PhoneLink phone={phone} className="-my-2.5" /> : phone },
          { name: 'Alamat', value: order.address },
          { name: 'Kota', value: order.city },
          { name: 'Catatan', value: order.notes },
        ]}
      />
      {children}
    </SectionCard>
  )
}
