import { searchFold } from '@camilan/contract/texts'
import { success } from '@camilan/contract/wire'
import { AdminZones } from '@camilan/contract/zones'
import { useState } from 'react'
import { href } from 'react-router'
import { api } from '~/platform/api/api'
import { hasOpenDraft } from '~/platform/forms/use-draft'
import { privatePage } from '~/platform/pages/meta'
import { readShopFacts } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { Button, LinkButton } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'
import { TextField } from '~/ui/fields/field'
import { AskButton } from '~/ui/form/ask-button'
import type { PageWords } from '~/ui/loading/failed-page'
import { ListSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/zones-page'
import { draftOf, type OpenedZone, saveZones, ZoneForm } from './zone-form'
import { Gaps, ZoneSummary } from './zone-summary'
import { formOf, type Zone } from './zone-values'
import { ZonesFile } from './zones-file'

const title = 'Zona Pengiriman'
export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat zona' }

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [zones] = await Promise.all([
    api.get('/api/admin/zones', success(AdminZones), { signal }),
    // After zones are saved, other pages of this tab may weigh parcels.
    readShopFacts(signal),
  ])
  return zones
}

export function HydrateFallback() {
  return <ListSkeleton title={title} />
}

/** Where the shop delivers beside the cities of its settings. */
export default function ZonesPage({ loaderData: { data } }: Route.ComponentProps) {
  const { version, first, zones, gaps } = data
  const reached = first.filter(({ services }) => services.some(({ delivers }) => delivers))
  return (
    <main className="page">
      <BackLink to={href('/admin/settings')} />
      <h1 className="title mt-2">{title}</h1>
      <p className="mt-2 max-w-prose text-muted">
        Zona adalah daerah dengan ongkos yang sama. Pembeli mencari daerahnya sendiri dan memilih layanan; daerah yang
        tidak ada di zona mana pun diarahkan bertanya ke Anda.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-4">
        <Gaps gaps={zones.length > 0 ? gaps : []} />
        <Zones stored={data} />
        <SectionCard
          title="Kota dari Pengaturan"
          aside={
            <LinkButton variant="quiet" to={`${href('/admin/settings')}#delivery`}>
              Ubah
            </LinkButton>
          }
        >
          <ul className="divide-y divide-line">
            {reached.map((zone) => (
              <li key={zone.name} className="py-3">
                <ZoneSummary zone={zone} />
              </li>
            ))}
          </ul>
        </SectionCard>
        <SectionCard title="Lewat spreadsheet">
          <ZonesFile version={version} count={zones.length} />
        </SectionCard>
      </div>
    </main>
  )
}

const searchedFrom = 20
const shownAtOnce = 50

function Zones({ stored }: { stored: AdminZones }) {
  const { zones, version } = stored
  // A form that was left open is shown again.
  const [open, setOpen] = useState<OpenedZone | null>(
    () => [...zones, 'new' as const].find((zone) => hasOpenDraft(draftOf(zone))) ?? null,
  )
  const [text, setText] = useState('')
  const [shown, setShown] = useState(shownAtOnce)
  const opened = open === 'new' ? null : open
  // It stays on the page, also where the search, the limit or another device leaves it out.
  const isOpen = ({ name }: Zone) => name === opened?.name
  const all = opened && !zones.some(isOpen) ? [...zones, opened] : zones
  const found = all.filter((zone) => isOpen(zone) || isNamed(zone, text))
  const listed = found.filter((zone, at) => at < shown || isOpen(zone))
  const form = (zone: OpenedZone) => <ZoneForm stored={stored} opened={zone} onClose={() => setOpen(null)} />
  return (
    <SectionCard title={zones.length === 0 ? 'Zona Anda' : `Zona Anda (${formatNumber(zones.length)})`}>
      {zones.length === 0 && open === null && (
        <p className="mb-4">Belum ada. Tambahkan zona untuk mengirim ke daerah lain, atau dengan layanan lain.</p>
      )}
      {zones.length > searchedFrom && (
        <TextField
          label="Cari zona"
          type="search"
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      )}
      <ul className="divide-y divide-line">
        {listed.map((zone) => (
          <li key={zone.name} className="py-4 first:pt-0">
            {opened && isOpen(zone) ? (
              form(opened)
            ) : (
              <div className="grid gap-3 sm:flex sm:items-start sm:justify-between">
                <ZoneSummary zone={zone} />
                <div className="flex shrink-0 gap-2">
                  <Button variant="quiet" disabled={open !== null} onClick={() => setOpen(zone)}>
                    Ubah
                    <span className="sr-only">{` zona ${zone.name}`}</span>
                  </Button>
                  {open === null && (
                    <AskButton
                      label="Hapus"
                      question={`Hapus zona ${zone.name}?`}
                      yes="Hapus"
                      danger
                      do={() => saveZones(version, zones.filter((other) => other !== zone).map(formOf))}
                      done="Zona dihapus"
                      failed="Zona belum dihapus. Silakan coba lagi."
                      revalidate="both"
                    />
                  )}
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
      {found.length > listed.length && (
        <Button variant="quiet" onClick={() => setShown(found.length)}>
          {`Tampilkan ${formatNumber(found.length - listed.length)} lainnya`}
        </Button>
      )}
      {open === 'new' ? (
        form(open)
      ) : (
        <Button variant={zones.length === 0 ? 'main' : 'quiet'} disabled={open !== null} onClick={() => setOpen('new')}>
          Tambah zona
        </Button>
      )}
    </SectionCard>
  )
}

const isNamed = ({ name, places }: Zone, text: string) =>
  [name, ...places.map((place) => place.name)].some((one) => searchFold(one).includes(searchFold(text)))
