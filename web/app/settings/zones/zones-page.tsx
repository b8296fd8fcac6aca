import { success } from '@camilan/contract/wire'
import { AdminZones } from '@camilan/contract/zones'
import { href } from 'react-router'
import { api } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { readShopFacts } from '~/platform/pages/shop-info'
import { formatNumber } from '~/platform/state/formats'
import { LinkButton } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'
import { AskButton } from '~/ui/form/ask-button'
import { EditedList } from '~/ui/lists/edited-list'
import type { PageWords } from '~/ui/loading/failed-page'
import { ListSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import type { Route } from './+types/zones-page'
import { draftOf, saveZones, ZoneForm } from './zone-form'
import { Gaps, ZoneSummary } from './zone-summary'
import { formOf } from './zone-values'
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

function Zones({ stored }: { stored: AdminZones }) {
  const { zones, version } = stored
  return (
    <SectionCard title={zones.length === 0 ? 'Zona Anda' : `Zona Anda (${formatNumber(zones.length)})`}>
      <EditedList
        items={zones}
        keyOf={({ name }) => name}
        nameOf={({ name }) => `zona ${name}`}
        draftOf={draftOf}
        search={{ label: 'Cari zona', namesOf: ({ name, places }) => [name, ...places.map((place) => place.name)] }}
        none="Belum ada. Tambahkan zona untuk mengirim ke daerah lain, atau dengan layanan lain."
        add="Tambah zona"
        row={(zone) => <ZoneSummary zone={zone} />}
        actions={({ name }) => (
          <AskButton
            label="Hapus"
            question={`Hapus zona ${name}?`}
            yes="Hapus"
            danger
            do={() => saveZones(version, zones.filter((other) => other.name !== name).map(formOf))}
            done="Zona dihapus"
            failed="Zona belum dihapus. Silakan coba lagi."
            revalidate="both"
          />
        )}
        form={(zone, close) => <ZoneForm stored={stored} opened={zone} onClose={close} />}
      />
    </SectionCard>
  )
}
