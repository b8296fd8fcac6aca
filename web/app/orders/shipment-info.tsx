import type { Shipment } from '@camilan/contract/orders'
import { MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatJakartaTime } from '~/platform/formats'
import { CopyButton, copyText } from '~/ui/copy-button'
import { Facts } from '~/ui/facts'
import { SectionCard } from '~/ui/section-card'

interface ShipmentInfoProps {
  shipment: Shipment
  /** Shown at the end of the heading's line. */
  aside?: ReactNode
  children?: ReactNode
}

export function ShipmentInfo({ shipment, aside, children }: ShipmentInfoProps) {
  const { courier, tracking_number: number, shipped_at, tracking } = shipment
  return (
    <SectionCard title="Informasi Pengiriman" aside={aside}>
      <Facts
        facts={[
          { name: 'Kurir', value: courier },
          {
            name: 'Nomor Resi',
            isLong: true,
            value: number && (
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="min-w-0 wrap-anywhere tabular-nums">{number}</span>
                <span className="-my-2.5">
                  <CopyButton text={number} of="nomor resi" />
                </span>
              </span>
            ),
          },
          { name: 'Waktu Pengiriman', value: formatJakartaTime(shipped_at), isLong: true },
        ]}
      />
      {tracking && number && <TrackingLink {...tracking} number={number} />}
      {children}
    </SectionCard>
  )
}

/** Most couriers ask for the number on their page: it is copied, so that it only has to be pasted there. */
function TrackingLink({ courier, url, number }: { courier: string; url: string; number: string }) {
  const isAsked = !url.includes(encodeURIComponent(number))
  return (
    <>
      <a
        href={url}
        target="_blank"
        rel="noopener"
        onClick={() => isAsked && copyText({ text: number, of: 'nomor resi' })}
        className="mt-4 flex min-h-11 items-center justify-center gap-2 rounded-xl border border-control px-5 font-bold hover:bg-soft"
      >
        <MapPin aria-hidden className="size-5" />
        Lacak di {courier}
      </a>
      {isAsked && (
        <p className="mt-1 text-13 text-muted">Nomor resi ikut tersalin. Tempel di halaman {courier} yang terbuka.</p>
      )}
    </>
  )
}
