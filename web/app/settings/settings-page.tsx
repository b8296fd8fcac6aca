import { type AuditEntry, AuditList } from '@camilan/contract/audit'
import { AdminSettings, pictureSettings, type SettingName } from '@camilan/contract/settings'
import { csv } from '@camilan/contract/settings/csv'
import { completion } from '@camilan/contract/settings/orders/completion'
import { packaging } from '@camilan/contract/settings/orders/packaging'
import { unpaid } from '@camilan/contract/settings/orders/unpaid'
import type { Section } from '@camilan/contract/settings/section'
import { contact } from '@camilan/contract/settings/shop/contact'
import { identity } from '@camilan/contract/settings/shop/identity'
import { messages } from '@camilan/contract/settings/shop/messages'
import type { Setup } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import type { LucideIcon } from 'lucide-react'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import ListChecks from 'lucide-react/icons/list-checks'
import Mail from 'lucide-react/icons/mail'
import Package from 'lucide-react/icons/package'
import PackageCheck from 'lucide-react/icons/package-check'
import PackageOpen from 'lucide-react/icons/package-open'
import Phone from 'lucide-react/icons/phone'
import Scale from 'lucide-react/icons/scale'
import Shapes from 'lucide-react/icons/shapes'
import Store from 'lucide-react/icons/store'
import Timer from 'lucide-react/icons/timer'
import { type ReactNode, useCallback, useId, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { OpeningSection } from '~/checkout/opening/opening-section'
import { changeSetup } from '~/office/setup/change-setup'
import { RemoveSamples } from '~/office/setup/remove-samples'
import { PaymentSection } from '~/payments/keys/payment-section'
import { changeSentence } from '~/people/audit/change-sentence'
import { HistoryList } from '~/people/audit/history-list'
import { api, uncheckedData } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { privatePage } from '~/platform/pages/meta'
import { readShopFacts } from '~/platform/pages/shop-info'
import { Button } from '~/ui/ask/button'
import { lostQuestion, useLeaveQuestion } from '~/ui/ask/leave-guard'
import type { PageWords } from '~/ui/loading/failed-page'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import type { Route } from './+types/settings-page'
import { setupId } from './back-to-setup'
import { BackupSection } from './private/backup-section'
import { MailSection } from './private/mail-section'
import { type SectionProps, SettingsSection } from './section'
import { SectionForm } from './section-form'
import { DaysSection } from './sections/days-section'
import { DeliverySection } from './sections/delivery-section'
import { LookSection } from './sections/look-section'
import { MethodsSection } from './sections/methods-section'
import { SeasonSection } from './sections/season-section'
import { SettingFields } from './setting-field'
import { SettingPicture } from './setting-picture'
import { settingWords } from './setting-words'
import { TermsSection } from './terms/terms-section'
import { useSectionForm } from './use-section-form'

const title = 'Pengaturan'
export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat pengaturan' }

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request
  const [settings, setup] = await Promise.all([
    api.get('/api/admin/settings', success(AdminSettings), { signal }),
    api.get('/api/admin/setup', uncheckedData<Pick<Setup, 'obstacles'>>(), { signal }),
    readShopFacts(signal),
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

/** In the page of the settings: the list that was closed, and the samples that are still there. */
function SetupSection() {
  const navigate = useNavigate()
  const { pending, run } = useMutation({
    do: () => changeSetup({ closed: false }),
    done: () => navigate(`${href('/admin/dashboard')}#${setupId}`),
    failed: 'Gagal membuka daftar',
  })
  return (
    <SettingsSection
      id="setup"
      title="Siapkan toko"
      icon={ListChecks}
      summary="Daftar langkah untuk toko baru, dan penghapusan contoh"
    >
      <div className="grid gap-5">
        <div className="grid justify-items-start gap-2">
          <p>
            Daftar langkah di Dashboard menunjukkan apa yang masih kurang: nama, pengiriman, pembayaran, dan lainnya.
          </p>
          <Button variant="quiet" pending={pending} onClick={() => void run()}>
            Buka daftar di Dashboard
          </Button>
        </div>
        <div className="grid justify-items-start gap-2">
          <p>Produk dan akun contoh, kalau masih ada, dihapus sekaligus dan tidak kembali lagi.</p>
          <RemoveSamples />
        </div>
      </div>
    </SettingsSection>
  )
}

interface PlainSectionProps extends SectionProps {
  section: Section
  icon: LucideIcon
}

/** A section that is drawn from its entries in the table of settings. Pictures are above the form, because they save themselves. */
function PlainSection({ section, icon, ...props }: PlainSectionProps) {
  const form = useSectionForm({ ...props, section })
  const { id, title, intro, settings, summary } = section
  const pictures = pictureSettings.filter((name) => name in settings)
  const names = (Object.keys(settings) as SettingName[]).filter((name) => !pictures.some((one) => one === name))
  return (
    <SettingsSection id={id} title={title} icon={icon} summary={summary?.(props.admin.settings)} isDirty={form.isDirty}>
      <div className="grid grid-cols-1 gap-5">
        {pictures.map((name) => (
          <SettingPicture key={name} {...props} name={name} />
        ))}
        <SectionForm section={form}>
          {intro && <p className="text-muted">{intro}</p>}
          <SettingFields section={form} names={names} />
        </SectionForm>
      </div>
    </SettingsSection>
  )
}

/** Who changed which setting, and when. */
function SettingsHistory() {
  return (
    <HistoryList<AuditEntry>
      title="Riwayat perubahan"
      load={(page) => api.get(`/api/admin/settings/audit?page=${page}`, AuditList)}
      empty="Belum ada perubahan."
      failed="Gagal memuat riwayat perubahan."
    >
      {(entry) => changeSentence(entry, settingWords)}
    </HistoryList>
  )
}

/** Each section is opened and saved separately. All know the newest version, so that none is refused because of another. */
export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const [admin, setAdmin] = useState(loaderData.settings)
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const onUnsaved = useCallback((section: string, isUnsaved: boolean) => {
    setUnsaved((before) => [...before.filter((name) => name !== section), ...(isUnsaved ? [section] : [])])
  }, [])
  useLeaveQuestion(unsaved.length > 0, lostQuestion)
  const props = { admin, onSettings: setAdmin, onUnsaved }
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
        <Group title="Produk" about="Kata yang dipilih di formulir produk, dan cara toko menampilkan produk.">
          <TermsSection list="categories" icon={Shapes} />
          <TermsSection list="packagings" icon={PackageOpen} />
          <TermsSection list="weights" icon={Scale} />
          <PlainSection section={packaging} icon={Package} {...props} />
        </Group>
        <Group title="Penjualan" about="Ke mana dan dengan biaya berapa barang dikirim, dan kapan toko buka.">
          <DeliverySection {...props} />
          <DaysSection {...props} />
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
