import type { DeliveryWay } from '@camilan/contract/order-values'
import type { Shipment } from '@camilan/contract/orders'
import MapPin from 'lucide-react/icons/map-pin'
import type { ReactNode } from 'react'
import { formatJakartaTime } from '~/platform/state/formats'
import { CopyButton, copyText } from '~/ui/ask/copy-button'
import { SectionCard } from '~/ui/ask/section-card'
import type { Elements } from '~/ui/elements'
import { Facts } from '~/ui/lists/facts'

interface ShipmentInfoProps {
  shipment: Shipment
  way: DeliveryWay
  /** Shown at the end of the heading's line. */
  aside?: ReactNode
  children?: Elements
}

export function ShipmentInfo({ shipment, way, aside, children }: ShipmentInfoProps) {
  const { courier, tracking_number: number, shipped_at, tracking } = shipment
  const isFetched = way === 'pickup'
  const noun = isFetched ? 'Pengambilan' : 'Pengiriman'
  return (
    <SectionCard title={`Informasi ${noun}`} aside={aside}>
      <Facts
        facts={[
          { name: 'Kurir', value: isFetched ? null : courier },
          {
            name: 'Nomor Resi',
            isWide: true,
            value: number && (
              <span className="flex flex-wrap items-center gap-x-2">
                <span translate="no" className="min-w-0 text-17 font-bold wrap-anywhere tabular-nums">
                  {number}
                </span>
                <span className="-my-2.5">
                  <CopyButton text={number} of="nomor resi" />
                </span>
              </span>
            ),
          },
          { name: `Waktu ${noun}`, value: formatJakartaTime(shipped_at), isWide: true },
        ]}
      />
      {tracking && number && (
        <div className="mt-4">
          <TrackingLink {...tracking} number={number} />
        </div>
      )}
      {children}
    </SectionCard>
  )
}

interface TrackingLinkProps {
  courier: string
  url: string
  number: string
  /** The order's name, for screen readers where there are several. */
  of?: string
}

/** Most couriers ask for the number on their page: it is copied, so that it only has to be pasted there. */
export function TrackingLink({ courier, url, number, of }: TrackingLinkProps) {
  const isAsked = !url.includes(encodeURIComponent(number))
  return (
    <>
      <a
        href={url}
        target="_blank"
        rel="noopener"
        onClick={({ currentTarget }) => isAsked && copyText({ text: number, of: 'nomor resi', pressed: currentTarget })}
        className="flex min-h-11 items-center justify-center gap-2 rounded-xl border border-control px-5 font-bold hover:bg-soft"
      >
        <MapPin aria-hidden className="size-5" />
        <span>{`Lacak di ${courier}`}</span>
        {of && <span className="sr-only"> {of}</span>}
      </a>
      {isAsked && (
        <p className="mt-1 text-13 text-muted">
          {`Nomor resinya tersalin begitu ditekan, tinggal ditempel di halaman ${courier}.`}
        </p>
      )}
    </>
  )
}
