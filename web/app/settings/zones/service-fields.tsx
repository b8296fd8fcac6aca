import { maxLengths } from '@camilan/contract/lengths'
import Trash from 'lucide-react/icons/trash-2'
import { Fold } from '~/ui/ask/fold'
import { IconButton } from '~/ui/ask/icon-button'
import { TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { TickRow } from '~/ui/fields/tick-row'
import { type Amount, renamed, type TypedService } from './zone-values'

interface ServiceFieldsProps {
  service: TypedService
  /** The number on screen. */
  number: number
  /** The sentence about a field of it. */
  errorOf: (field: string) => string | undefined
  onChange: (service: TypedService) => void
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined
}

const labels: Record<Amount, string> = {
  first_kg: 'Kilogram pertama (Rp)',
  further_kg: 'Tiap kilogram berikutnya (Rp)',
  free_from: 'Gratis mulai belanja (Rp)',
  smallest_fee: 'Ongkos terkecil (Rp)',
  rounding_grams: 'Toleransi berat (gram)',
  days_min: 'Paling cepat (hari)',
  days_max: 'Paling lama (hari)',
}

const hints: Partial<Record<Amount, string>> = {
  further_kg: 'Kosong: ongkosnya sama berapa pun beratnya.',
  free_from: 'Jumlah harga produk sebelum diskon. Kosong: tidak pernah gratis.',
  rounding_grams: 'Kelebihan sampai sekian gram tidak dihitung. JNE: 300.',
}

const rare = ['smallest_fee', 'rounding_grams'] as const
const grid = 'mt-3 grid items-start gap-4 sm:grid-cols-2'

/** One way to deliver to a zone. */
export function ServiceFields({ service, number, errorOf, onChange, onRemove }: ServiceFieldsProps) {
  const { delivers, to_courier } = service
  const hasError = rare.some((amount) => errorOf(amount) !== undefined)
  const field = (amount: Amount) => (
    <NumberField
      key={amount}
      label={labels[amount]}
      hint={hints[amount]}
      error={errorOf(amount)}
      written={service[amount]}
      value={service[amount]}
      onChange={({ currentTarget: { value } }) => onChange({ ...service, [amount]: value })}
    />
  )
  return (
    <fieldset className="min-w-0 rounded-xl border border-line p-4">
      <legend className="sr-only">{`Layanan ${number}`}</legend>
      <div className="flex items-end gap-2">
        <TextField
          label="Nama layanan"
          placeholder="Reguler JNE"
          maxLength={maxLengths.deliveryService}
          value={service.name}
          onChange={({ currentTarget: { value } }) => onChange(renamed(service, value))}
          error={errorOf('name')}
          className="grow"
        />
        {onRemove && (
          <IconButton icon={Trash} label={`Hapus layanan ${service.name || number}`} danger onClick={onRemove} />
        )}
      </div>
      <div className="mt-2 grid gap-x-6 sm:grid-cols-2">
        <TickRow
          label="Tidak dikirim"
          hint="Layanan ini tidak ke zona ini, walau ke daerah di sekelilingnya."
          checked={!delivers}
          onChange={({ currentTarget: { checked } }) => onChange({ ...service, delivers: !checked })}
        />
        {delivers && (
          <TickRow
            label="Ongkos dibayar ke kurir"
            hint="Tidak ada ongkos kirim di pesanan."
            checked={to_courier}
            onChange={({ currentTarget: { checked } }) => onChange({ ...service, to_courier: checked })}
          />
        )}
      </div>
      {delivers && !to_courier && (
        <div className={grid}>{(['first_kg', 'further_kg', 'free_from'] as const).map(field)}</div>
      )}
      {delivers && <div className={`${grid} grid-cols-2`}>{(['days_min', 'days_max'] as const).map(field)}</div>}
      {delivers && !to_courier && (
        <Fold title="Ongkos terkecil dan toleransi berat" className="mt-2" open={hasError}>
          <div className={grid}>{rare.map(field)}</div>
        </Fold>
      )}
    </fieldset>
  )
}
