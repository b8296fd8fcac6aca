import { arrivalOf, daysOnTheWay } from '@camilan/contract/arrival'
import type { CartItem } from '@camilan/contract/cart'
import { maxLengths } from '@camilan/contract/lengths'
import { type DeliveryWay, orderFormSentences, pickupAddress } from '@camilan/contract/order-values'
import { hasWords } from '@camilan/contract/texts'
import { type ComponentProps, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { batchDay } from '~/orders/cart/cart-lines'
import { useOpening } from '~/platform/pages/opening'
import { useShopInfo } from '~/platform/pages/shop-info'
import { formatRupiah } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { useLoaded } from '~/platform/state/use-loaded'
import { Button } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'
import { SelectField, TextAreaField } from '~/ui/fields/field'
import { Skeleton } from '~/ui/loading/skeleton'
import { DispatchNote } from '~/ui/shop/dispatch-note'
import type { OrderForm } from './order-form'
import type { PlaceFields } from './place-fields'
import type { Costs } from './use-costs'
import { WishedDay } from './wished-day'

interface DeliveryFieldsProps {
  form: UseFormReturn<OrderForm>
  way: DeliveryWay
  days: string | null
  lines: readonly CartItem[]
  costs: Costs
  placeFields: ReturnType<typeof usePlaceFields>
}

/** Where the order goes, or where it is fetched. */
export function DeliveryFields({ form, way, days, placeFields, ...order }: DeliveryFieldsProps) {
  const { cities, delivery, hasPickup, address } = useShopInfo()
  const { errors } = form.formState
  const arrivesOn = useArrival(days, order.lines)
  const [isFilledIn, setIsFilledIn] = useState(form.getValues('address') !== '')
  function empty() {
    form.setValue('address', '')
    form.setValue('city', '')
    for (const name of ['place', 'place_name', 'district', 'delivery_service', 'postal_code'] as const)
      form.setValue(name, '')
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
            {delivery.hasZones ? (
              <LazyPlaceFields loaded={placeFields.loaded} form={form} {...order} />
            ) : (
              <SelectField
                label="Kota Pengiriman"
                hint={`${arrivesOn ? `Tiba ${arrivesOn}. ` : days ? `Tiba ${days} setelah dikirim. ` : ''}Kota lain segera hadir.`}
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
            )}
          </>
        )}
        <WishedDay form={form} way={way} days={order.costs.wantedDays} />
        {batchDay(order.lines) === undefined && <DispatchNote way={way} />}
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

/** The days on which it would arrive, in words; null where they are not known. */
function useArrival(days: string | null, lines: readonly CartItem[]): string | null {
  const { dispatch } = useOpening()
  const ofBatch = batchDay(lines)
  const handover = ofBatch ?? dispatch?.handover_on
  const arrival = days && handover ? arrivalOf(handover, daysOnTheWay(days), serverDate()) : null
  // A batch may be weeks away, where a weekday alone says little.
  return arrival && ((!ofBatch && arrival.weekdays) || arrival.dates)
}

/** Only a shop with zones loads them. Without them an order would go where the buyer does not see. */
export function usePlaceFields(way: DeliveryWay) {
  const { hasZones } = useShopInfo().delivery
  const loaded = useLoaded(async () => (hasZones ? import('./place-fields') : undefined))
  return { loaded, isMissing: hasZones && way === 'delivery' && !loaded }
}

interface LazyPlaceFieldsProps extends ComponentProps<typeof PlaceFields> {
  loaded: DeliveryFieldsProps['placeFields']['loaded']
}

function LazyPlaceFields({ loaded, ...props }: LazyPlaceFieldsProps) {
  if (loaded) return <loaded.PlaceFields {...props} />
  if (loaded === undefined) return <Skeleton className="h-40" />
  return (
    <div className="grid justify-items-start gap-2">
      <p>Pilihan daerah belum bisa dimuat.</p>
      <Button variant="quiet" onClick={() => window.location.reload()}>
        Muat ulang halaman
      </Button>
    </div>
  )
}
