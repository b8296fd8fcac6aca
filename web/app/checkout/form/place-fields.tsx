import type { CartItem } from '@camilan/contract/cart'
import type { ServiceOffer } from '@camilan/contract/checkout'
import { daysText } from '@camilan/contract/delivery-fees'
import { orderFormSentences } from '@camilan/contract/order-values'
import type { Place } from '@camilan/contract/places'
import { useEffect, useId, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { WhatsappLink } from '~/orders/whatsapp-link'
import { api, uncheckedData } from '~/platform/api/api'
import { useWhatsapp } from '~/platform/pages/shop-info'
import { rememberPlace } from '~/platform/state/delivery-place'
import { formatRupiah } from '~/platform/state/formats'
import { Button } from '~/ui/ask/button'
import { Notice } from '~/ui/ask/notice'
import { Choice } from '~/ui/fields/choice'
import { SelectField, TextField } from '~/ui/fields/field'
import { PlaceField } from '~/ui/fields/place-field'
import { Skeleton } from '~/ui/loading/skeleton'
import type { OrderForm } from './order-form'
import type { Costs } from './use-costs'

interface PlaceFieldsProps {
  form: UseFormReturn<OrderForm>
  lines: readonly CartItem[]
  costs: Costs
}

/** Where an order goes in a shop with zones, and by which service. */
export function PlaceFields({ form, lines, costs }: PlaceFieldsProps) {
  const { errors } = form.formState
  const [place, name, district, service] = useWatch({
    control: form.control,
    name: ['place', 'place_name', 'district', 'delivery_service'],
  })
  const choose = (code: string, text: string) => {
    form.setValue('place', code)
    form.setValue('district', '')
    form.setValue('delivery_service', '')
    form.setValue('place_name', text, { shouldValidate: form.formState.isSubmitted })
  }
  // The kecamatan is asked for as long as the kota is chosen whose fee depends on it.
  const asksDistrict = place !== '' && (costs.needsSmallerPlace || district !== '')
  return (
    <>
      <PlaceField
        label="Kota atau Kabupaten"
        hint="Ketik namanya, lalu pilih dari daftar."
        error={errors.place_name?.message}
        text={name}
        isChosen={place !== ''}
        onText={(text) => choose('', text)}
        onChoose={(chosen) => {
          choose(chosen.code, chosen.name)
          rememberPlace(chosen)
        }}
        {...form.register('place_name', {
          validate: () => form.getValues('place') !== '' || orderFormSentences.choosePlace,
        })}
      />
      {costs.problem?.isElsewhere && <Elsewhere sentence={costs.problem.sentence} lines={lines} place={name} />}
      {asksDistrict && <Districts key={place} form={form} place={place} />}
      <TextField
        label="Kode Pos (opsional)"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={5}
        error={errors.postal_code?.message}
        className="max-w-40"
        {...form.register('postal_code', {
          validate: (code) => /^(\d{5})?$/.test(code) || 'Kode pos terdiri dari lima angka.',
        })}
      />
      {!costs.needsSmallerPlace && costs.offers.length > 0 && (
        <Services
          offers={costs.offers}
          value={costs.chosen?.name ?? service}
          onChange={(wanted) => form.setValue('delivery_service', wanted)}
        />
      )}
    </>
  )
}

/** The kecamatan of a place. */
function Districts({ form, place }: Pick<PlaceFieldsProps, 'form'> & { place: string }) {
  const [districts, setDistricts] = useState<readonly Place[] | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const asking = new AbortController()
    const path = `/api/places?parent=${place}&attempt=${attempt}`
    api.get(path, uncheckedData<Place[]>(), { signal: asking.signal }).then(
      ({ data }) => setDistricts(data),
      () => asking.signal.aborted || setDistricts('failed'),
    )
    return () => asking.abort()
  }, [place, attempt])
  if (districts === 'failed') {
    return (
      <div className="grid justify-items-start gap-2">
        <p>Daftar kecamatan belum bisa dimuat.</p>
        <Button variant="quiet" onClick={() => setAttempt((made) => made + 1)}>
          Coba lagi
        </Button>
      </div>
    )
  }
  // A field whose options are not there yet would lose its value.
  if (!districts) return <Skeleton className="h-24" />
  return (
    <SelectField
      label="Kecamatan"
      hint="Ongkos kirim ke kota ini menurut kecamatan."
      error={form.formState.errors.district?.message}
      {...form.register('district', { validate: (code) => code !== '' || 'Pilih kecamatan.' })}
    >
      <option value="">Pilih kecamatan</option>
      {districts.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

interface ServicesProps {
  offers: readonly ServiceOffer[]
  value: string
  onChange: (name: string) => void
}

function Services({ offers, value, onChange }: ServicesProps) {
  const radios = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="text-15 font-semibold">Layanan Pengiriman</legend>
      <div className="mt-1.5 grid gap-2">
        {offers.map((offer) => (
          <Choice
            key={offer.name}
            name={radios}
            checked={offer.name === value}
            onChange={() => onChange(offer.name)}
            label={offer.name}
            hint={hintOf(offer)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function hintOf(offer: ServiceOffer): string {
  const days = daysText(offer)
  const cost = offer.to_courier
    ? 'Ongkos kirim dibayar ke kurir'
    : offer.is_free
      ? 'Gratis ongkos kirim'
      : `Ongkos kirim ${formatRupiah(offer.cost)}`
  return `${cost}${days ? `, tiba ${days} setelah dikirim` : ''}.`
}

interface ElsewhereProps {
  sentence: string
  lines: readonly CartItem[]
  place: string
}

/** No zone has the place: the seller may know a way. */
function Elsewhere({ sentence, lines, place }: ElsewhereProps) {
  const whatsapp = useWhatsapp()
  const goods = lines.map(({ quantity, product }) => `${quantity} ${product.name}`).join(', ')
  return (
    <Notice>
      <p>{sentence}</p>
      {whatsapp && (
        <WhatsappLink
          phone={whatsapp.text}
          text={`Halo, saya mau memesan ${goods} ke ${place}. Berapa ongkos kirimnya?`}
          label="Tanya lewat WhatsApp"
        />
      )}
    </Notice>
  )
}
