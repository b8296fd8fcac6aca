import type { Shipment } from '@camilan/contract/orders'
import type { ReactNode } from 'react'
import { formatJakartaTime } from '~/platform/formats'
import { CopyButton } from '~/ui/copy-button'
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
            value: number && (
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="min-w-0 wrap-anywhere tabular-nums">{number}</span>
                <span className="-my-2.5">
                  <CopyButton text={number} of="nomor resi" />
                </span>
              </span>
            ),
          },
          { name: 'Waktu Pengiriman', value: formatJakartaTime(shipped_at) },
        ]}
      />
      {tracking && (
        <a href={tracking.url} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center">
          Lacak di {tracking.courier}
        </a>
      )}
      {children}
    </SectionCard>
  )
}
