import { formatDay } from '@camilan/contract/arrival'
import type { DeliveryWay } from '@camilan/contract/order-values'
import { useEffect } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useShopInfo } from '~/platform/pages/shop-info'
import { serverDate } from '~/platform/state/server-time'
import { SelectField } from '~/ui/fields/field'
import { Options } from '~/ui/fields/options'
import type { OrderForm } from './order-form'

interface WishedDayProps {
  form: UseFormReturn<OrderForm>
  way: DeliveryWay
  /** Those that can be kept; undefined until the server has said them. */
  days: readonly string[] | undefined
}

/** The day on which the buyer wants the order, among those that can be kept; nothing in a shop without such a choice. */
export function WishedDay(props: WishedDayProps) {
  return useShopInfo().hasWishedDays ? <DayChoice {...props} /> : null
}

function DayChoice({ form, way, days }: WishedDayProps) {
  const error = form.formState.errors.wanted_on?.message
  const wanted = useWatch({ control: form.control, name: 'wanted_on' })
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
