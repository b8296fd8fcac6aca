import { arrivalOf } from '@camilan/contract/arrival'
import type { Product } from '@camilan/contract/catalog'
import type { PlaceServices } from '@camilan/contract/checkout'
import { gramsOf } from '@camilan/contract/delivery-weight'
import type { Dispatch } from '@camilan/contract/opening-answer'
import { useEffect, useState } from 'react'
import { api, uncheckedData } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { useOpening } from '~/platform/pages/opening'
import { readPlace, rememberPlace } from '~/platform/state/delivery-place'
import { formatRupiah } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { type ChosenPlace, PlaceField } from '~/ui/fields/place-field'

/** In a shop with zones: when one of this product arrives at the buyer's place, and for how much. */
export function PlaceNote({ product }: { product: Product }) {
  const [place, setPlace] = useState<ChosenPlace | null>(readPlace)
  const [text, setText] = useState(place?.name ?? '')
  const answer = useServices(place?.code ?? '', product)
  function choose(chosen: ChosenPlace | null, typed: string) {
    setPlace(chosen)
    setText(typed)
    if (chosen || typed === '') rememberPlace(chosen)
  }
  return (
    <>
      <PlaceField
        label="Kirim ke"
        placeholder="Kota atau kabupaten"
        text={text}
        isChosen={place !== null}
        onText={(typed) => choose(null, typed)}
        onChoose={(chosen) => choose(chosen, chosen.name)}
      />
      <div aria-live="polite" className="mt-2 min-h-[2lh] text-pretty">
        {typeof answer === 'string' ? <p>{answer}</p> : answer && <Services {...answer} />}
        {!place && <p>Pilih daerah Anda untuk melihat hari tiba dan ongkos kirimnya.</p>}
      </div>
    </>
  )
}

function Services({ services, needs_smaller_place }: PlaceServices) {
  const { dispatch } = useOpening()
  return (
    <>
      <ul>
        {services.map((service) => (
          <li key={service.name}>
            <b>{service.name}</b>
            <span>{`: ${wordsOf(service, dispatch)}`}</span>
          </li>
        ))}
      </ul>
      {needs_smaller_place && <p className="text-muted">Ongkosnya menurut kecamatan. Ketik nama kecamatan Anda.</p>}
    </>
  )
}

function wordsOf(service: PlaceServices['services'][number], dispatch: Dispatch | undefined): string {
  const arrival = arrivalOf(dispatch?.handover_on ?? serverDate(), service, serverDate())
  const fee = service.to_courier
    ? 'ongkos kirim dibayar ke kurir'
    : service.is_free
      ? 'gratis ongkos kirim'
      : `ongkos kirim ${formatRupiah(service.cost)} untuk satu`
  return `${fee}${arrival ? `, tiba ${arrival.weekdays ?? arrival.dates}${dispatch ? '' : ' kalau dikirim hari ini'}` : ''}.`
}

/** Of one piece; a sentence: why not; undefined: not yet. */
function useServices(place: string, product: Product): PlaceServices | string | undefined {
  const [answer, setAnswer] = useState<{ question: string; said: PlaceServices | string }>()
  const grams = gramsOf([{ ...product, quantity: 1 }])
  const question = `/api/places/${place}/services?grams=${grams}&goods=${product.price}`
  useEffect(() => {
    if (place === '') return
    const asking = new AbortController()
    api.get(question, uncheckedData<PlaceServices>(), { signal: asking.signal }).then(
      ({ data: said }) => setAnswer({ question, said }),
      (error: unknown) => {
        if (asking.signal.aborted) return
        setAnswer({ question, said: sentenceOf(error, 'Ongkos kirim belum bisa dimuat. Muat ulang halaman ini.') })
      },
    )
    return () => asking.abort()
  }, [place, question])
  return place !== '' && answer?.question === question ? answer.said : undefined
}
