import { cities } from '@camilan/contract/orders'
import { CreditCard, type LucideIcon, MapPin, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShopInfo } from '~/platform/shop-info'
import { Rupiah } from '~/ui/rupiah'

const cityList = new Intl.ListFormat('id', { type: 'conjunction' }).format(cities)

export function DeliveryNotes() {
  const { shippingCost } = useShopInfo()
  return (
    <ul className="mt-10 grid gap-6 border-t border-line pt-8 md:mt-14 md:grid-cols-3 md:gap-8 md:pt-10">
      <Note icon={Truck} title="2-3 hari setelah dikirim">
        Ongkos kirim <Rupiah amount={shippingCost} /> ke semua kota tujuan.
      </Note>
      <Note icon={MapPin} title="Jabodetabek">
        {cityList}. Kota lain segera hadir.
      </Note>
      <Note icon={CreditCard} title="BCA virtual account">
        Bayar lewat ATM, m&#8209;banking, atau internet banking.
      </Note>
    </ul>
  )
}

function Note({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-accent" />
      <div>
        <h3 className="font-bold">{title}</h3>
        <p className="text-muted">{children}</p>
      </div>
    </li>
  )
}
