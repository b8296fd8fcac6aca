import type { ShopSettings } from '@camilan/contract/settings'
import { Package } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { SectionForm } from '~/settings/section-form'
import { useSectionForm } from '~/settings/use-section-form'
import { TickRow } from '~/ui/fields/tick-row'

const ticks = [
  {
    name: 'choose_only_packaging',
    label: 'Kemasan tunggal sudah terpilih',
    hint: 'Produk yang hanya punya satu kemasan langsung bisa dipesan, tanpa memilih kemasannya dulu.',
  },
  {
    name: 'group_sizes',
    label: 'Satu kartu untuk semua ukuran',
    hint: 'Daftar, pencarian, dan Google menampilkan satu kartu “mulai Rp …”: ukuran termurah yang masih ada stoknya.',
  },
  {
    name: 'own_order',
    label: 'Urutan toko',
    hint: 'Daftar produk dimulai menurut urutan Anda sendiri. Aturlah di Kelola produk, “Urutan toko”.',
  },
  {
    name: 'sold_out_last',
    label: 'Produk habis di urutan terakhir',
    hint: 'Di beranda, daftar, dan pencarian, yang masih ada tampil lebih dulu.',
  },
] as const

const of = (values: ShopSettings | FieldValues) =>
  Object.fromEntries(ticks.map(({ name }) => [name, values[name]])) as Pick<
    ShopSettings,
    (typeof ticks)[number]['name']
  >

export function PackagingSection(props: SectionProps) {
  const section = useSectionForm({ ...props, id: 'packaging', valuesOf: of, changeOf: of, numbers: [] })
  const chosen = ticks.filter(({ name }) => props.admin.settings[name]).map(({ label }) => label)
  return (
    <SettingsSection
      id="packaging"
      title="Produk di toko"
      icon={Package}
      summary={chosen.length > 0 ? chosen.join(', ') : 'Menurut nama, tiap ukuran dengan kartunya sendiri'}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <div>
          {ticks.map(({ name, ...tick }) => (
            <TickRow key={name} {...tick} {...section.tick(name)} />
          ))}
        </div>
      </SectionForm>
    </SettingsSection>
  )
}
