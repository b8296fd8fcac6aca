import { formatDay } from '@camilan/contract/arrival'
import type { CartCosts } from '@camilan/contract/checkout'
import type { DeliveryWay } from '@camilan/contract/order-values'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { api, uncheckedData } from '~/platform/api/api'
import { useShopInfo } from '~/platform/pages/shop-info'
import { serverDate } from '~/platform/state/server-time'
import { SelectField } from '~/ui/fields/field'
import { Options } from '~/ui/fields/options'
import type { OrderForm } from './order-form'

interface WishedDayProps {
  form: UseFormReturn<OrderForm>
  way: DeliveryWay
  /** Where it goes, as the query of the costs; empty while that is not chosen. */
  to: string
}

/** The day on which the buyer wants the order, among those that can be kept; nothing in a shop without such a choice. */
export function WishedDay(props: WishedDayProps) {
  return useShopInfo().hasWishedDays ? <DayChoice {...props} /> : null
}

function DayChoice({ form, way, to }: WishedDayProps) {
  const error = form.formState.errors.wanted_on?.message
  const days = useWishableDays(way, to, error)
  const wanted = form.watch('wanted_on')
  // What is no longer possible, or not for this place, is not sent.
  useEffect(() => {
    if (days && wanted !== '' && !days.includes(wanted)) form.setValue('wanted_on', '')
  }, [form, days, wanted])
  if (!days || days.length === 0) return null
  const now = serverDate()
  return (
    <SelectField
      label={way === 'pickup' ? 'Hari diambil' : 'Hari tiba'}
      hint={way === 'pickup' ? undefined : 'Tiba paling lambat pada hari yang Anda pilih.'}
      error={error}
      {...form.register('wanted_on')}
    >
      <option value="">Secepatnya</option>
      <Options labels={Object.fromEntries(days.map((day) => [day, formatDay(day, now)]))} />
    </SelectField>
  )
}

/** Asks anew for another place, and after a refused day. Undefined until the server has answered. */
function useWishableDays(way: DeliveryWay, to: string, refusal: string | undefined): string[] | undefined {
  const [answer, setAnswer] = useState<CartCosts['ways']>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused day is no longer offered
  useEffect(() => {
    if (way === 'delivery' && to === '') return setAnswer(undefined)
    const asking = new AbortController()
    api.get(`/api/carts/costs?${to}`, uncheckedData<CartCosts>(), { signal: asking.signal }).then(
      ({ data }) => setAnswer(data.ways),
      () => {}, // the order can be placed without a wish
    )
    return () => asking.abort()
  }, [way, to, refusal])
  return answer?.find(({ delivery_way }) => delivery_way === way)?.wanted_days
}
