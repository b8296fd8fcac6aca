import { maxLengths } from '@camilan/contract/lengths'
import { type DeliveryWay, orderFormSentences, pickupAddress } from '@camilan/contract/order-values'
import { hasWords } from '@camilan/contract/texts'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatRupiah } from '~/platform/state/formats'
import { SectionCard } from '~/ui/ask/section-card'
import { SelectField, TextAreaField } from '~/ui/fields/field'
import type { OrderForm } from './order-form'

interface DeliveryFieldsProps {
  form: UseFormReturn<OrderForm>
  way: DeliveryWay
  days: string | null
}

/** Where the order goes, or where it is fetched. */
export function DeliveryFields({ form, way, days }: DeliveryFieldsProps) {
  const { cities, delivery, hasPickup, address } = useShopInfo()
  const { errors } = form.formState
  const [isFilledIn, setIsFilledIn] = useState(form.getValues('address') !== '')
  function empty() {
    form.setValue('address', '')
    form.setValue('city', '')
    form.setFocus('address')
    setIsFilledIn(false)
  }
  return (
    <SectionCard
      title={hasPickup ? '2. Pengiriman' : '2. Alamat Pengiriman'}
      aside={
        isFilledIn &&
        way === 'delivery' && (
          <button type="button" onClick={empty} className="link min-h-11">
            Kosongkan
          </button>
        )
      }
    >
      <div className="grid gap-4">
        {hasPickup && (
          <label className="flex min-h-11 items-center gap-2.5 font-semibold">
            <input
              type="checkbox"
              checked={way === 'pickup'}
              onChange={({ currentTarget }) =>
                form.setValue('delivery_way', currentTarget.checked ? 'pickup' : 'delivery')
              }
              className="size-5 accent-accent"
            />
            <span>{`${pickupAddress}, tanpa ongkos kirim`}</span>
          </label>
        )}
        {way === 'pickup' && (
          <p className="text-pretty">
            {`${address ? `Diambil di ${address}.` : 'Tempatnya kami kabari.'} Tunggu kabar bahwa pesanan sudah siap.`}
          </p>
        )}
        {way === 'delivery' && (
          <>
            <TextAreaField
              label="Alamat Lengkap"
              autoComplete="street-address"
              placeholder="Nama jalan, nomor rumah, RT/RW, kelurahan, kecamatan"
              maxLength={maxLengths.address}
              error={errors.address?.message}
              {...form.register('address', {
                validate: (address) => hasWords(address) || 'Alamat lengkap wajib diisi.',
              })}
            />
            <SelectField
              label="Kota Pengiriman"
              hint={`${days ? `Tiba ${days} setelah dikirim. ` : ''}Kota lain segera hadir.`}
              error={errors.city?.message}
              {...form.register('city', { validate: (name) => name !== '' || orderFormSentences.chooseCity })}
            >
              <option value="">Pilih kota</option>
              {cities.map(({ name, cost, per_kg }) => (
                <option key={name} value={name}>
                  {delivery.isOneCost ? name : `${name} (ongkos ${formatRupiah(cost)}${per_kg ? ' per kg' : ''})`}
                </option>
              ))}
            </SelectField>
          </>
        )}
        <TextAreaField
          label="Catatan"
          rows={2}
          hint="Opsional, misalnya patokan rumah atau jam penerimaan."
          maxLength={maxLengths.notes}
          error={errors.notes?.message}
          {...form.register('notes')}
        />
      </div>
    </SectionCard>
  )
}
