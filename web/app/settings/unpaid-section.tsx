import type { ShopSettings } from '@camilan/contract/settings'
import { Timer } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { NumberField } from '~/ui/number-field'
import { type SectionProps, SettingsSection } from './section'
import { SectionForm } from './section-form'
import { numberIn, numberText, written } from './section-values'
import { useSectionForm } from './use-section-form'

const numbers = [
  'payment_expiry_minutes',
  'new_buyer_large_order_minutes',
  'max_unpaid_orders',
  'max_unpaid_ended',
] as const

const valuesOf = (settings: ShopSettings) =>
  written(Object.fromEntries(numbers.map((name) => [name, settings[name]]))) as FieldValues

const changeOf = (values: FieldValues) => Object.fromEntries(numbers.map((name) => [name, numberIn(values[name])]))

export function UnpaidSection(props: SectionProps) {
  const section = useSectionForm({ ...props, id: 'unpaid', valuesOf, changeOf, numbers })
  const { payment_expiry_minutes, max_unpaid_orders } = props.admin.settings
  return (
    <SettingsSection
      id="unpaid"
      title="Pesanan yang belum dibayar"
      icon={Timer}
      summary={`Batas bayar ${duration(payment_expiry_minutes)} · paling banyak ${numberText(max_unpaid_orders)} pesanan per pembeli`}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <p className="text-muted">
          Pesanan yang belum dibayar menahan stok. Batas ini menjaga agar stok tidak habis tertahan. Perubahan berlaku
          untuk pesanan berikutnya.
        </p>
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <NumberField
            label="Batas waktu bayar (menit)"
            hint={inWords(section.form.watch('payment_expiry_minutes'))}
            {...section.numberField('payment_expiry_minutes')}
          />
          <NumberField
            label="Pesanan besar pembeli baru (menit)"
            hint={`Batas waktu bayar, kalau pembeli belum pernah membayar. ${inWords(section.form.watch('new_buyer_large_order_minutes'))}`}
            {...section.numberField('new_buyer_large_order_minutes')}
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

/** `1.440` as `Sama dengan 24 jam.` */
function inWords(text: unknown): string {
  const minutes = numberIn(text)
  return typeof minutes === 'number' && minutes >= 60
    ? `Sama dengan ${duration(minutes)}. Dari 15 menit sampai 7 hari.`
    : 'Dari 15 menit sampai 10.080 (7 hari).'
}

function duration(minutes: number): string {
  if (minutes < 60) return `${numberText(minutes)} menit`
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  if (days === 1 && hours === 0 && rest === 0) return '24 jam'
  const parts = [days > 0 && `${days} hari`, hours > 0 && `${hours} jam`, rest > 0 && `${numberText(rest)} menit`]
  return parts.filter(Boolean).join(' ')
}
