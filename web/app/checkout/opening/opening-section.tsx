import { hoursLines, openState, weekdayNames } from '@camilan/contract/opening'
import type { Opening } from '@camilan/contract/opening-answer'
import { AdminSettings, type ShopSettings, type Weekday, weekdays } from '@camilan/contract/settings'
import { opening } from '@camilan/contract/settings/orders/opening'
import type { OrderObstacle } from '@camilan/contract/setup'
import { success } from '@camilan/contract/wire'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { href, Link } from 'react-router'
import { api } from '~/platform/api/api'
import { useOpening } from '~/platform/pages/opening'
import { formatNumber } from '~/platform/state/formats'
import { serverDate } from '~/platform/state/server-time'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { Group, SectionForm } from '~/settings/section-form'
import { numberIn, written } from '~/settings/section-values'
import { SettingField } from '~/settings/setting-field'
import { type OwnControls, type Section, useSectionForm } from '~/settings/use-section-form'
import { Button } from '~/ui/ask/button'
import { Field } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { TickRow } from '~/ui/fields/tick-row'
import { CloseShopDialog, ReopenShop } from './close-shop'

const numbers = ['daily_cap.orders', 'daily_cap.pieces'] as const
/** The hours of a day that is switched on for the first time. */
const usualHours = { from: '08:00', to: '17:00' }

const valuesOf = ({ hours, daily_cap }: ShopSettings): FieldValues => ({
  has_hours: hours !== null,
  hours: Object.fromEntries(
    weekdays.map((weekday) => {
      const day = hours?.[weekday]
      const { from, to } = day ?? usualHours
      // A field for a time has no 24:00. Hours until 00:00 end at the same moment.
      return [weekday, { is_open: hours === null || day !== null, from, to: to === '24:00' ? '00:00' : to }]
    }),
  ),
  daily_cap: written(daily_cap),
})

const changeOf = ({ has_hours, hours, daily_cap }: FieldValues) => ({
  hours: has_hours ? Object.fromEntries(weekdays.map((weekday) => [weekday, dayOf(hours[weekday])])) : null,
  daily_cap: { orders: numberIn(daily_cap.orders), pieces: numberIn(daily_cap.pieces) },
})

const dayOf = ({ is_open, from, to }: FieldValues) => (is_open ? { from, to } : null)

const own: OwnControls = { valuesOf, changeOf, numbers }

interface OpeningSectionProps extends SectionProps {
  /** What keeps buyers from ordering although the shop is open. */
  obstacles: readonly OrderObstacle[]
}

export function OpeningSection(props: OpeningSectionProps) {
  const section = useSectionForm({ ...props, section: opening, own })
  const hasHours = section.form.watch('has_hours')
  const state = stateOf(useOpening(), props.obstacles)
  const { hours, daily_cap } = opening.settings
  return (
    <SettingsSection
      id={opening.id}
      title={opening.title}
      icon={CalendarClock}
      summary={[state, ...summaryOf(props.admin.settings)].join(' · ')}
      isDirty={section.isDirty}
    >
      <div className="grid grid-cols-1 gap-5">
        <ClosedByHand {...props} />
        <SectionForm section={section}>
          <Group legend={hours.label} hint={hours.hint}>
            <TickRow label="Tampilkan jam buka" {...section.tick('has_hours')} />
            {hasHours && <Hours section={section} />}
          </Group>
          <Group legend={daily_cap.label} hint={daily_cap.hint}>
            <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
              <NumberField label="Pesanan per hari" {...section.numberField('daily_cap.orders')} />
              <NumberField
                label="Barang per hari"
                hint="Jumlah bal dan toples dari semua pesanan."
                {...section.numberField('daily_cap.pieces')}
              />
            </div>
          </Group>
        </SectionForm>
      </div>
    </SettingsSection>
  )
}

/** Closing and opening act at once, without the button that saves the form. */
function ClosedByHand({ admin: { settings }, onSettings, obstacles }: OpeningSectionProps) {
  const [asking, setAsking] = useState(false)
  const opening = useOpening()
  const state = openState(settings, serverDate())
  const isClosedByHand = !state.isOpen && state.reason === 'closed'
  async function reload() {
    const { data } = await api.get('/api/admin/settings', success(AdminSettings))
    onSettings(data)
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line pb-5">
      <p className="min-w-0 grow basis-60 wrap-anywhere">
        <strong className="block">{`${stateOf(opening, obstacles)}.`}</strong>
        <span className="text-muted">
          {!opening.is_open ? (
            `${opening.message ?? ''} ${opening.reopens ?? ''}`
          ) : obstacles.length === 0 ? (
            'Pembeli bisa memesan sekarang.'
          ) : (
            <span>
              Yang masih kurang ada di{' '}
              <Link to={href('/admin/dashboard')} className="link">
                Dashboard
              </Link>
              .
            </span>
          )}
        </span>
      </p>
      {isClosedByHand ? (
        <ReopenShop onDone={reload} />
      ) : (
        <Button variant="quiet" onClick={() => setAsking(true)} className="max-sm:grow">
          Tutup sementara
        </Button>
      )}
      <CloseShopDialog open={asking} onClose={() => setAsking(false)} onDone={reload} />
    </div>
  )
}

/** The dashboard says the same. */
const stateOf = ({ title }: Opening, obstacles: readonly OrderObstacle[]) =>
  title?.replace('.', '') ?? (obstacles.length === 0 ? 'Toko buka' : 'Pembeli belum bisa memesan')

function Hours({ section }: { section: Section }) {
  const { form } = section
  function copyMonday() {
    const { from, to } = form.getValues('hours.1')
    for (const weekday of weekdays.slice(1)) {
      if (!form.getValues(`hours.${weekday}.is_open`)) continue
      form.setValue(`hours.${weekday}.from`, from, { shouldDirty: true })
      form.setValue(`hours.${weekday}.to`, to, { shouldDirty: true })
    }
  }
  return (
    <div className="mt-1 grid grid-cols-1 gap-3">
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {weekdays.map((weekday) => (
          <li key={weekday}>
            <DayFields weekday={weekday} section={section} />
          </li>
        ))}
      </ul>
      {form.watch('hours.1.is_open') && (
        <Button variant="quiet" onClick={copyMonday} className="justify-self-start">
          Samakan semua dengan Senin
        </Button>
      )}
      <SettingField section={section} name="hours_refuse_orders" />
    </div>
  )
}

function DayFields({ weekday, section }: { weekday: Weekday; section: Section }) {
  const path = `hours.${weekday}`
  const name = weekdayNames[weekday]
  const [isOpen, from, to] = section.form.watch([`${path}.is_open`, `${path}.from`, `${path}.to`])
  const label = (text: string) => (
    <>
      <span>{text}</span>
      <span className="sr-only">{` hari ${name}`}</span>
    </>
  )
  return (
    <div className="rounded-2xl border border-line px-3.5 py-1.5">
      <TickRow label={name} hint={hintOf({ isOpen, from, to })} {...section.tick(`${path}.is_open`)} />
      {isOpen && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))] items-start gap-3 pb-2.5">
          <TimeField label={label('Buka')} {...section.field(`${path}.from`)} />
          <TimeField label={label('Tutup')} {...section.field(`${path}.to`)} />
        </div>
      )}
    </div>
  )
}

/** A phone opens its clock wherever the field is pressed. Without the clock's icon two fields fit beside each other. */
function TimeField({
  label,
  error,
  ...input
}: ComponentProps<'input'> & { label: ReactNode; error: string | undefined }) {
  return (
    <Field label={label} error={error} className="min-w-0">
      {(control) => (
        <input
          type="time"
          {...input}
          {...control}
          className="control min-w-0 max-md:px-2.5 max-md:[&::-webkit-calendar-picker-indicator]:hidden"
        />
      )}
    </Field>
  )
}

function hintOf({ isOpen, from, to }: { isOpen: boolean; from: string; to: string }): string | undefined {
  if (!isOpen) return 'Tutup'
  if (!from || !to || from < to) return undefined
  if (from === to) return 'Buka 24 jam'
  return to === '00:00' ? 'Sampai tengah malam' : 'Sampai hari berikutnya'
}

function summaryOf({ hours, hours_refuse_orders, daily_cap }: ShopSettings): string[] {
  const lines = hours ? hoursLines(hours).map(({ days, time }) => `${days} ${time}`) : []
  const { orders, pieces } = daily_cap
  const caps = [
    orders !== null && `${formatNumber(orders)} pesanan`,
    pieces !== null && `${formatNumber(pieces)} barang`,
  ]
  const limits = caps.filter((cap) => cap !== false)
  return [
    lines.length > 0 && lines.join(', '),
    lines.length > 0 && hours_refuse_orders && 'di luar jam itu pesanan ditolak',
    limits.length > 0 && `paling banyak ${limits.join(' dan ')} per hari`,
  ].filter((part) => part !== false)
}
