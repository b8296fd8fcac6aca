import { csvSeparatorLabels, csvSeparators, type ShopSettings } from '@camilan/contract/settings'
import { FileSpreadsheet } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { SectionForm } from '~/settings/section-form'
import { useSectionForm } from '~/settings/use-section-form'
import { SelectField } from '~/ui/fields/field'
import { Options } from '~/ui/fields/options'

const name = 'csv_separator'

const valuesOf = (settings: ShopSettings): FieldValues => ({ [name]: settings[name] })
const changeOf = (values: FieldValues) => ({ [name]: values[name] })

export function CsvSection(props: SectionProps) {
  const section = useSectionForm({ ...props, id: 'csv', valuesOf, changeOf })
  return (
    <SettingsSection
      id="csv"
      title="File CSV"
      icon={FileSpreadsheet}
      summary={`Kolom dipisah ${csvSeparatorLabels[props.admin.settings[name]].toLowerCase()}`}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <SelectField
          label="Pemisah kolom"
          hint="Pilih titik koma kalau Excel Anda menaruh semua isian dalam satu kolom."
          {...section.field(name)}
        >
          <Options values={csvSeparators} labels={csvSeparatorLabels} />
        </SelectField>
      </SectionForm>
    </SettingsSection>
  )
}
