import { AdminSettings } from '@camilan/contract/settings'
import { completion } from '@camilan/contract/settings/completion'
import { contact } from '@camilan/contract/settings/contact'
import { csv } from '@camilan/contract/settings/csv'
import { identity } from '@camilan/contract/settings/identity'
import { messages } from '@camilan/contract/settings/messages'
import { packaging } from '@camilan/contract/settings/packaging'
import { unpaid } from '@camilan/contract/settings/unpaid'
import type { Setup } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import { FileSpreadsheet, Mail, Package, PackageCheck, Phone, Store, Timer } from 'lucide-react'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { OpeningSection } from '~/checkout/opening/opening-section'
import { SetupSection } from '~/office/setup/setup-section'
import { PaymentSection } from '~/payments/keys/payment-section'
import { api, uncheckedData } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import { LoadProblem } from '~/ui/loading/load-problem'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/settings-page'
import { BackupSection } from './private/backup-section'
import { MailSection } from './private/mail-section'
import { DeliverySection } from './sections/delivery-section'
import { LookSection } from './sections/look-section'
import { MethodsSection } from './sections/methods-section'
import { PlainSection } from './sections/plain-section'
import { SeasonSection } from './sections/season-section'
import { SettingsHistory } from './settings-history'

const title = 'Pengaturan'
export const meta = privatePage(title)

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request
  const [settings, setup] = await Promise.all([
    api.get('/api/admin/settings', success(AdminSettings), { signal }),
    api.get('/api/admin/setup', uncheckedData<Pick<Setup, 'obstacles'>>(), { signal }),
  ])
  return { settings: settings.data, obstacles: setup.data.obstacles }
}

export function HydrateFallback() {
  return (
    <TitledSkeleton title={title}>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} className="h-20" />
      ))}
    </TitledSkeleton>
  )
}

export const ErrorBoundary = () => <LoadProblem title={title} sentence="Gagal memuat pengaturan" />

/** Each section is opened and saved separately. All know the newest version, so that none is refused because of another. */
export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const [admin, setAdmin] = useState(loaderData.settings)
  const [unkept, setUnkept] = useState<readonly string[]>([])
  const onUnkept = useCallback((section: string, isUnkept: boolean) => {
    setUnkept((before) => [...before.filter((name) => name !== section), ...(isUnkept ? [section] : [])])
  }, [])
  useLeaveQuestion(unkept.length > 0, lostQuestion)
  const props = { admin, onSettings: setAdmin, onUnkept }
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <p className="mt-2 max-w-prose text-muted">
        Perubahan langsung berlaku di toko. Yang tidak Anda ubah tetap seperti sekarang.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-6 xl:gap-8">
        <Group title="Toko Anda" about="Yang dilihat pembeli di semua halaman.">
          <PlainSection section={identity} icon={Store} {...props} />
          <LookSection {...props} />
          <SeasonSection {...props} />
          <PlainSection section={contact} icon={Phone} {...props} />
        </Group>
        <Group title="Penjualan" about="Ke mana dan dengan biaya berapa barang dikirim, dan kapan toko buka.">
          <DeliverySection {...props} />
          <PlainSection section={packaging} icon={Package} {...props} />
          <OpeningSection {...props} obstacles={loaderData.obstacles} />
        </Group>
        <Group title="Uang dan pesanan" about="Bagaimana pembeli membayar, dan kapan pesanan berakhir.">
          <PaymentSection />
          <MethodsSection {...props} />
          <PlainSection section={unpaid} icon={Timer} {...props} />
          <PlainSection section={completion} icon={PackageCheck} {...props} />
        </Group>
        <Group title="Kabar" about="Email kepada pembeli, dan peringatan untuk Anda.">
          <MailSection />
          <PlainSection section={messages} icon={Mail} {...props} />
        </Group>
        <Group title="Data" about="File dan cadangan, dan siapa yang mengubah apa.">
          <PlainSection section={csv} icon={FileSpreadsheet} {...props} />
          <BackupSection />
          <SetupSection />
          <SettingsHistory key={admin.version} />
        </Group>
      </div>
    </main>
  )
}

interface GroupProps {
  title: string
  /** Beside the sections, where there is room. */
  about: string
  children: ReactNode
}

function Group({ title, about, children }: GroupProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid max-w-180 grid-cols-1 gap-3 xl:max-w-none xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-8"
    >
      <div className="xl:sticky xl:top-24 xl:self-start">
        <h2 id={id} className="font-bold text-muted xl:text-17 xl:text-body">
          {title}
        </h2>
        <p className="text-pretty text-muted max-xl:hidden">{about}</p>
      </div>
      <div className="grid grid-cols-1 content-start gap-3">{children}</div>
    </section>
  )
}
