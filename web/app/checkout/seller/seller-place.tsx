import { maxLengths } from '@camilan/contract/lengths'
import { formatRupiah } from '~/platform/state/formats'
import { SelectField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { PlaceField } from '~/ui/fields/place-field'
import { ownFee } from './new-order-values'
import type { NewOrder } from './use-new-order'

/** A place that is none of the five cities: by a service of its zone, or for a fee that the seller says. */
export function SellerPlace({ order: { field, typed, offers, errors, change } }: { order: NewOrder }) {
  const { onChange: _, value: text, ...place } = field('other_city')
  const service = offers.length === 0 ? ownFee : typed.delivery_service
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <PlaceField
        label="Nama kota"
        hint="Pilih dari daftar, supaya ongkos zonanya terpakai."
        maxLength={maxLengths.city}
        {...place}
        error={errors.other_city ?? errors.place}
        text={text}
        isChosen={typed.place !== ''}
        onText={(other_city) => change({ other_city, place: '' })}
        onChoose={({ code, name }) => change({ other_city: name, place: code })}
      />
      {offers.length > 0 && (
        <SelectField label="Layanan" {...field('delivery_service')}>
          {offers.map(({ name, cost, to_courier }) => (
            <option key={name} value={name}>
              {`${name} (${to_courier ? 'dibayar ke kurir' : formatRupiah(cost)})`}
            </option>
          ))}
          <option value={ownFee}>Ongkos lain</option>
        </SelectField>
      )}
      {service === ownFee && (
        <NumberField label="Ongkos kirim (Rp)" written={typed.delivery_cost} {...field('delivery_cost')} />
      )}
    </div>
  )
}
