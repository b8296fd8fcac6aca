import { formatDay } from '@camilan/contract/arrival'
import { serviceOf } from '@camilan/contract/delivery-fees'
import type { Order, OrderDetail } from '@camilan/contract/orders'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { SectionCard } from '~/ui/ask/section-card'
import type { Elements } from '~/ui/elements'
import { Facts } from '~/ui/lists/facts'
import { PhoneLink } from '~/ui/shop/phone-link'

interface RecipientInfoProps {
  order: Pick<
    OrderDetail,
    | 'user'
    | 'address'
    | 'city'
    | 'delivery'
    | 'notes'
    | 'note'
    | 'former_delivery'
    | 'delivery_way'
    | 'source'
    | 'weight_grams'
    | 'wanted_on'
    | 'handover_on'
  >
  /** The phone number is a link, and a city that is missing has to be asked for. */
  forSeller?: boolean
  /** Shown below the facts. */
  children?: Elements
}

/** An API client may give an order without a city. One that is fetched needs none, and the seller chose 'Kota lain' herself. */
export const cityToAsk = ({ delivery_way, source }: Pick<Order, 'delivery_way' | 'source'>) =>
  delivery_way === 'pickup' || source === 'penjual' ? null : 'Kota belum disebut, tanyakan pembeli'

export function RecipientInfo({ order, forSeller = false, children }: RecipientInfoProps) {
  const { name, phone } = order.user
  const { weighsParcels } = useShopInfo()
  const grams = order.weight_grams
  const now = serverDate()
  return (
    <SectionCard title="Informasi Penerima">
      <Facts
        facts={[
          { name: 'Nama', value: name, isWide: forSeller, isGiven: true },
          {
            name: 'No Telepon',
            value: forSeller && phone ? <PhoneLink phone={phone} className="-my-2.5" /> : phone,
            isGiven: true,
          },
          { name: 'Kota', value: order.city ?? (forSeller ? cityToAsk(order) : null) },
          { name: 'Layanan', value: serviceOf(order.delivery) },
          { name: 'Berat kiriman', value: weighsParcels && grams ? `${formatNumber(grams)} g` : null },
          { name: forSeller ? 'Diserahkan' : 'Dikirim', value: order.handover_on && formatDay(order.handover_on, now) },
          {
            name: forSeller ? 'Hari tiba pilihan pembeli' : 'Hari tiba pilihan Anda',
            value: order.wanted_on && formatDay(order.wanted_on, now),
            isWide: true,
          },
          { name: 'Alamat', value: order.address, isLong: true, isGiven: true },
          { name: 'Catatan', value: order.notes, isLong: true },
          { name: forSeller ? 'Diubah dari' : 'Diubah penjual, semula', value: formerOf(order), isLong: true },
          { name: 'Catatan Anda (tidak terlihat pembeli)', value: order.note ?? null, isLong: true },
        ]}
      />
      {children}
    </SectionCard>
  )
}

/** The parts of the delivery that the seller has changed, as the buyer gave them. */
function formerOf({ user, address, city, former_delivery: former }: RecipientInfoProps['order']): string | null {
  if (!former) return null
  const parts = [
    former.recipient !== user.name && former.recipient,
    former.phone !== user.phone && (former.phone ?? 'tanpa nomor telepon'),
    former.address !== address && former.address,
    former.city !== city && (former.city ?? 'tanpa kota'),
  ]
  return parts.filter(Boolean).join(', ')
}
