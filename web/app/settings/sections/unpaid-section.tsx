import type { ShopSettings } from '@camilan/contract/settings'
import { Timer } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { SectionForm } from '~/settings/section-form'
import { durationText, minutesIn, numberIn, numberText } from '~/settings/section-values'
import { useSectionForm } from '~/settings/use-section-form'
import { TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'

const times = ['payment_expiry_minutes', 'new_buyer_large_order_minutes'] as const
const numbers = ['max_unpaid_orders', 'max_unpaid_ended'] as const

const valuesOf = (settings: ShopSettings): FieldValues =>
  Object.fromEntries([
    ...times.map((name) => [name, durationText(settings[name])]),
    ...numbers.map((name) => [name, numberText(settings[name])]),
  ])

const changeOf = (values: FieldValues) =>
  Object.fromEntries([
    ...times.map((name) => [name, minutesIn(values[name])]),
    ...numbers.map((name) => [name, numberIn(values[name])]),
  ])

const range = 'Misalnya 90 menit, 24 jam atau 2 hari. Dari 15 menit sampai 7 hari.'

export function UnpaidSection(props: SectionProps) {
  const section = useSectionForm({ ...props, id: 'unpaid', valuesOf, changeOf, numbers })
  const { payment_expiry_minutes, max_unpaid_orders } = props.admin.settings
  return (
    <SettingsSection
      id="unpaid"
      title="Pesanan yang belum dibayar"
      icon={Timer}
      summary={`Batas bayar ${durationText(payment_expiry_minutes)} · paling banyak ${numberText(max_unpaid_orders)} pesanan per pembeli`}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <p className="text-muted">
          Pesanan yang belum dibayar menahan stok. Batas ini menjaga agar stok tidak habis tertahan. Perubahan berlaku
          untuk pesanan berikutnya.
        </p>
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Batas waktu bayar"
            autoComplete="off"
            hint={range}
            {...section.field('payment_expiry_minutes')}
          />
          <TextField
            label="Pesanan besar pembeli baru"
            autoComplete="off"
            hint="Batas waktu bayar, kalau pembeli belum pernah membayar."
            {...section.field('new_buyer_large_order_minutes')}
          />
          <NumberField
            label="Pesanan belum dibayar per pembeli"
            hint="Setelah itu pembeli harus membayar atau membatalkan dulu."
            {...section.numberField('max_unpaid_orders')}
          />
          <NumberField
            label="Pesanan tidak jadi dibayar dalam 24 jam"
            hint="Setelah itu pembeli harus menunggu sampai bisa memesan lagi."
            {...section.numberField('max_unpaid_ended')}
          />
        </div>
      </SectionForm>
    </SettingsSection>
  )
}
