import type { ShopSettings } from '@camilan/contract/settings'
import { PackageCheck } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { SectionForm } from '~/settings/section-form'
import { numberIn, written } from '~/settings/section-values'
import { useSectionForm } from '~/settings/use-section-form'
import { NumberField } from '~/ui/fields/number-field'

const name = 'auto_complete_days'

const valuesOf = (settings: ShopSettings): FieldValues => ({ [name]: written(settings[name]) })
const changeOf = (values: FieldValues) => ({ [name]: numberIn(values[name]) })

export function CompletionSection(props: SectionProps) {
  const section = useSectionForm({ ...props, id: 'completion', valuesOf, changeOf, numbers: [name] })
  const days = props.admin.settings[name]
  return (
    <SettingsSection
      id="completion"
      title="Pesanan selesai otomatis"
      icon={PackageCheck}
      summary={days === null ? 'Mati. Pembeli yang menandai pesanannya diterima.' : `${days} hari setelah dikirim`}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <p className="text-muted">
          Pesanan yang tidak dikonfirmasi pembeli selesai sendiri. Pembeli membaca tanggalnya di halaman pesanan, paling
          sedikit tiga hari sebelumnya.
        </p>
        <NumberField
          label="Hari setelah dikirim"
          hint="Dari 3 sampai 60 hari. Kosongkan supaya hanya pembeli yang menyelesaikan."
          {...section.numberField(name)}
        />
      </SectionForm>
    </SettingsSection>
  )
}
