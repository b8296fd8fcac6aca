import { AdminSettings } from '@camilan/contract/settings'
import type { Setup } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
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
import { CompletionSection } from './sections/completion-section'
import { ContactSection } from './sections/contact-section'
import { CsvSection } from './sections/csv-section'
import { DeliverySection } from './sections/delivery-section'
import { IdentitySection } from './sections/identity-section'
import { LookSection } from './sections/look-section'
import { MessagesSection } from './sections/messages-section'
import { MethodsSection } from './sections/methods-section'
import { PackagingSection } from './sections/packaging-section'
import { SeasonSection } from './sections/season-section'
import { UnpaidSection } from './sections/unpaid-section'
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
  const section = { admin, onSettings: setAdmin, onUnkept }
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <p className="mt-2 max-w-prose text-muted">
        Perubahan langsung berlaku di toko. Yang tidak Anda ubah tetap seperti sekarang.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-6 xl:gap-8">
        <Group title="Toko Anda" about="Yang dilihat pembeli di semua halaman.">
          <IdentitySection {...section} />
          <LookSection {...section} />
          <SeasonSection {...section} />
          <ContactSection {...section} />
        </Group>
        <Group title="Penjualan" about="Ke mana dan dengan biaya berapa barang dikirim, dan kapan toko buka.">
          <DeliverySection {...section} />
          <PackagingSection {...section} />
          <OpeningSection {...section} obstacles={loaderData.obstacles} />
        </Group>
        <Group title="Uang dan pesanan" about="Bagaimana pembeli membayar, dan kapan pesanan berakhir.">
          <PaymentSection />
          <MethodsSection {...section} />
          <UnpaidSection {...section} />
          <CompletionSection {...section} />
        </Group>
        <Group title="Kabar" about="Email kepada pembeli, dan peringatan untuk Anda.">
          <MailSection />
          <MessagesSection {...section} />
        </Group>
        <Group title="Data" about="File dan cadangan, dan siapa yang mengubah apa.">
          <CsvSection {...section} />
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
