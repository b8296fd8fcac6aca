import { formatDay } from '@camilan/contract/arrival'
import { weekdayNames } from '@camilan/contract/opening'
import { type ShopSettings, type Weekday, weekdays } from '@camilan/contract/settings'
import { days } from '@camilan/contract/settings/orders/days'
import CalendarDays from 'lucide-react/icons/calendar-days'
import type { FieldValues } from 'react-hook-form'
import { serverDate } from '~/platform/state/server-time'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { Group, SectionForm } from '~/settings/section-form'
import { SettingField } from '~/settings/setting-field'
import { type OwnControls, type Section, useSectionForm } from '~/settings/use-section-form'
import { Button } from '~/ui/ask/button'
import { DayField } from '~/ui/fields/day-field'
import { TextField } from '~/ui/fields/field'

const weekly = ['making_days', 'packing_days', 'handover_days'] as const

type Holiday = ShopSettings['holidays'][number]
/** Holidays as a text of the form, so that its draft keeps them. */
const written = (holidays: readonly Holiday[]) => holidays.map(({ from, to }) => `${from}/${to}`).join(' ')
const read = (text: string): Holiday[] =>
  text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [from = '', to = from] = part.split('/')
      return { from, to }
    })

const own: OwnControls = {
  valuesOf: (settings: ShopSettings): FieldValues => ({
    ...Object.fromEntries(
      weekly.map((name) => [name, Object.fromEntries(weekdays.map((day) => [day, settings[name].includes(day)]))]),
    ),
    cut_off: settings.cut_off ?? '',
    holidays: written(settings.holidays),
    // Of a holiday that is typed, but not added yet.
    holiday_from: '',
    holiday_to: '',
  }),
  changeOf: (values: FieldValues) => ({
    ...Object.fromEntries(weekly.map((name) => [name, weekdays.filter((day) => values[name][day])])),
    cut_off: values.cut_off || null,
    holidays: [...read(values.holidays), ...typedHoliday(values)],
  }),
}

const typedHoliday = ({ holiday_from: from, holiday_to: to }: FieldValues): Holiday[] =>
  from === '' && to === '' ? [] : [{ from, to: to || from }]

/** When she makes, packs and hands over, and what buyers may choose of it. */
export function DaysSection(props: SectionProps) {
  const section = useSectionForm({ ...props, section: days, own })
  return (
    <SettingsSection
      id={days.id}
      title={days.title}
      icon={CalendarDays}
      summary={summaryOf(props.admin.settings)}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <Weekdays section={section} name="making_days" />
        <SettingField section={section} name="lead_days" />
        <Weekdays section={section} name="packing_days" />
        <Weekdays section={section} name="handover_days" />
        <TextField
          label={days.settings.cut_off.label}
          hint={days.settings.cut_off.hint}
          type="time"
          className="sm:max-w-60"
          {...section.field('cut_off')}
        />
        <Holidays section={section} />
        <SettingField section={section} name="wished_days" />
      </SectionForm>
    </SettingsSection>
  )
}

function Weekdays({ section, name }: { section: Section; name: (typeof weekly)[number] }) {
  const { label, hint } = { hint: undefined, ...days.settings[name] }
  return (
    <Group legend={label} hint={hint} error={section.errorOf(name)}>
      <div className="flex flex-wrap gap-2">
        {weekdays.map((day) => (
          <label
            key={day}
            className="flex min-h-11 items-center rounded-xl border border-control px-3 font-semibold has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input type="checkbox" className="sr-only" {...section.tick(`${name}.${day}`)} />
            <span aria-hidden>{weekdayNames[day].slice(0, 3)}</span>
            <span className="sr-only">{weekdayNames[day]}</span>
          </label>
        ))}
      </div>
    </Group>
  )
}

function Holidays({ section: { form, errorOf } }: { section: Section }) {
  const [from, to] = [form.watch('holiday_from'), form.watch('holiday_to')]
  const type = (name: 'holiday_from' | 'holiday_to', day: string) => form.setValue(name, day, { shouldDirty: true })
  const holidays = read(form.watch('holidays'))
  const { label, hint } = days.settings.holidays
  const set = (all: Holiday[]) =>
    form.setValue('holidays', written(all.sort((a, b) => a.from.localeCompare(b.from))), { shouldDirty: true })
  const isPeriod = from !== '' && (to === '' || from <= to)
  function add() {
    set([...holidays, ...typedHoliday(form.getValues())])
    type('holiday_from', '')
    type('holiday_to', '')
  }
  const paths = ['holidays', `holidays.${holidays.length}`, `holidays.${holidays.length}.from`]
  return (
    <Group legend={label} hint={hint} error={paths.map(errorOf).find(Boolean)}>
      {holidays.length > 0 && (
        <ul className="mb-3 divide-y divide-line rounded-2xl border border-line px-4">
          {holidays.map((holiday, index) => (
            <li key={`${holiday.from} ${holiday.to}`} className="flex min-h-11 items-center justify-between gap-3">
              <span>{wordsOf(holiday)}</span>
              <button
                type="button"
                onClick={() => set(holidays.filter((_, other) => other !== index))}
                className="link min-h-11 shrink-0"
              >
                Hapus<span className="sr-only">{` libur ${wordsOf(holiday)}`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-2 items-end gap-3 narrow:grid-cols-1 sm:grid-cols-[1fr_1fr_auto]">
        <DayField label="Libur dari" day={from} onChange={(day) => type('holiday_from', day)} />
        <DayField label="Sampai" day={to} onChange={(day) => type('holiday_to', day)} />
        <Button variant="quiet" disabled={!isPeriod} onClick={add} className="max-sm:col-span-full">
          Tambah libur
        </Button>
      </div>
    </Group>
  )
}

function wordsOf({ from, to }: Holiday): string {
  const now = serverDate()
  return from === to ? formatDay(from, now) : `${formatDay(from, now)} – ${formatDay(to, now)}`
}

/** `Menyerahkan Sen, Sel, Rab` */
const listed = (chosen: readonly Weekday[]) =>
  chosen.length === weekdays.length ? 'setiap hari' : chosen.map((day) => weekdayNames[day].slice(0, 3)).join(', ')

function summaryOf({ making_days, handover_days, cut_off, holidays, wished_days }: ShopSettings): string {
  const parts = [
    making_days.length > 0 && `Membuat ${listed(making_days)}`,
    handover_days.length > 0 && `Menyerahkan ${listed(handover_days)}`,
    cut_off && `Batas pukul ${cut_off.replace(':', '.')} WIB`,
    holidays.length > 0 && `${holidays.length} masa libur`,
    wished_days && 'Pembeli memilih hari tiba',
  ].filter(Boolean)
  return parts.join(' · ') || 'Belum diatur: pembeli tidak melihat hari kirim'
}
