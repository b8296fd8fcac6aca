import type { Order } from '@camilan/contract/orders'
import type { ReactNode } from 'react'
import { Facts } from '~/ui/facts'
import { PhoneLink } from '~/ui/phone-link'
import { SectionCard } from '~/ui/section-card'

interface RecipientInfoProps {
  order: Pick<Order, 'user' | 'address' | 'city' | 'notes'>
  /** The phone number is a link, and a city that is missing has to be asked for. */
  forSeller?: boolean
  /** Shown below the facts. */
  children?: ReactNode
}

/** An API client or a phone call may give an order without a city. */
export const cityMissing = 'Kota belum disebut, tanyakan pembeli'

export function RecipientInfo({ order, forSeller = false, children }: RecipientInfoProps) {
  const { name, phone } = order.user
  return (
    <SectionCard title="Informasi Penerima">
      <Facts
        facts={[
          { name: 'Nama', value: name },
          { name: 'Nomor Telepon', value: forSeller ? <PhoneLink phone={phone} className="-my-2.5" /> : phone },
          { name: 'Alamat', value: order.address },
          { name: 'Kota', value: order.city ?? (forSeller ? cityMissing : null) },
          { name: 'Catatan', value: order.notes },
        ]}
      />
      {children}
    </SectionCard>
  )
}
