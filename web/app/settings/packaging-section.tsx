import type { ShopSettings } from '@camilan/contract/settings'
import { Package } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { TickRow } from '~/ui/tick-row'
import { type SectionProps, SettingsSection } from './section'
import { SectionForm } from './section-form'
import { useSectionForm } from './use-section-form'

const name = 'choose_only_packaging'

const valuesOf = (settings: ShopSettings): FieldValues => ({ [name]: settings[name] })
const changeOf = (values: FieldValues) => ({ [name]: values[name] })

export function PackagingSection(props: SectionProps) {
  const section = useSectionForm({ ...props, id: 'packaging', valuesOf, changeOf, numbers: [] })
  return (
    <SettingsSection
      id="packaging"
      title="Halaman produk"
      icon={Package}
      summary={props.admin.settings[name] ? 'Kemasan tunggal sudah terpilih' : 'Pembeli memilih kemasan'}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <TickRow
          label="Kemasan tunggal sudah terpilih"
          hint="Produk yang hanya punya satu kemasan langsung bisa dipesan, tanpa memilih kemasannya dulu."
          {...section.tick(name)}
        />
      </SectionForm>
    </SettingsSection>
  )
}
