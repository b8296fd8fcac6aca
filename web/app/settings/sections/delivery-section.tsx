import { type City, cities } from '@camilan/contract/cities'
import { settingLengths } from '@camilan/contract/lengths'
import type { ShopSettings } from '@camilan/contract/settings'
import { delivery } from '@camilan/contract/settings/orders/delivery'
import Truck from 'lucide-react/icons/truck'
import { href } from 'react-router'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { Group, SectionForm } from '~/settings/section-form'
import { numberIn, written } from '~/settings/section-values'
import { SettingFields } from '~/settings/setting-field'
import { type OwnControls, type Section, useSectionForm } from '~/settings/use-section-form'
import { LinkButton } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { SelectField, TextField } from '~/ui/fields/field'
import { NumberField } from '~/ui/fields/number-field'
import { TickRow } from '~/ui/fields/tick-row'

/** Whether a city's cost is that of a kilogram; empty: as in the rest of the shop. */
const perKgChoices = { '': 'Seperti di atas', once: 'Sekali per pesanan', kg: 'Per kilogram' }
const perKgText = (perKg: boolean | null) => (perKg === null ? '' : perKg ? 'kg' : 'once')
const perKgIn = (text: string) => (text === '' ? null : text === 'kg')

const own: OwnControls = {
  valuesOf: (settings) => ({
    cities: Object.fromEntries(
      cities.map((city) => {
        const { per_kg, ...values } = settings.cities[city]
        return [city, { ...(written(values) as object), per_kg: perKgText(per_kg) }]
      }),
    ),
  }),
  changeOf: (values) => ({
    cities: Object.fromEntries(
      cities.map((city) => {
        const { cost, days, delivers, per_kg } = values.cities[city]
        return [city, { cost: numberIn(cost), days: days.trim() || null, delivers, per_kg: perKgIn(per_kg) }]
      }),
    ),
  }),
  numbers: cities.map((city) => `cities.${city}.cost`),
}

const plain = (Object.keys(delivery.settings) as (keyof typeof delivery.settings)[]).filter(
  (name) => delivery.settings[name].control.kind !== 'own',
)

export function DeliverySection(props: SectionProps) {
  const section = useSectionForm({ ...props, section: delivery, own })
  const { settings } = props.admin
  const { label, hint } = delivery.settings.cities
  return (
    <SettingsSection
      id={delivery.id}
      title={delivery.title}
      icon={Truck}
      summary={summaryOf(settings)}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <SettingFields section={section} names={plain} />
        <Group legend={label} hint={hint} error={section.errorOf('cities')}>
          <ul className="grid grid-cols-1 gap-3">
            {cities.map((city) => (
              <li key={city}>
                <CityFields city={city} section={section} set={settings.cities[city]} />
              </li>
            ))}
          </ul>
        </Group>
      </SectionForm>
      <div className="mt-6 grid gap-3 border-t border-line pt-4">
        <p className="text-muted">Kirim ke daerah lain, atau dengan layanan dan ongkos lain, lewat zona.</p>
        <div>
          <LinkButton variant="quiet" to={href('/admin/settings/zones')}>
            Zona Pengiriman
          </LinkButton>
        </div>
      </div>
    </SettingsSection>
  )
}

interface CityFieldsProps {
  city: City
  section: Section
  set: ShopSettings['cities'][City]
}

/** What differs from the rest of the shop is folded until something does. */
function CityFields({ city, section, set: { cost, days, per_kg } }: CityFieldsProps) {
  const path = `cities.${city}`
  const differs = cost !== null || days !== null || per_kg !== null
  const hasError = ['cost', 'days', 'per_kg'].some((name) => section.errorOf(`${path}.${name}`))
  const values = section.form.watch(path)
  const usual = section.form.watch('shipping_cost')
  const of = <span className="sr-only">{` ke ${city}`}</span>
  return (
    <div className="grid grid-cols-1 rounded-2xl border border-line px-3.5 py-1.5 *:col-start-1 *:row-start-1">
      <div className="z-10 self-start justify-self-start">
        <TickRow
          label={city}
          hint={values.delivers ? undefined : 'Tidak bisa dipilih pembeli.'}
          {...section.tick(`${path}.delivers`)}
        />
      </div>
      {values.delivers && (
        <Fold
          open={differs || hasError}
          title={
            <span className="grow pl-[14ch] text-right narrow:pt-[2lh] narrow:pl-0 narrow:text-left text-13 font-normal text-muted">
              <span>{`Rp\u00a0${values.cost || usual}, ${values.days || '2-3 hari'}`}</span>
              {of}
            </span>
          }
        >
          <div className="grid grid-cols-2 items-start gap-3 narrow:grid-cols-1 sm:grid-cols-3">
            <NumberField
              label={<span>Ongkos (Rp){of}</span>}
              placeholder={usual}
              {...section.numberField(`${path}.cost`)}
            />
            <TextField
              label={<span>Lama kirim{of}</span>}
              autoComplete="off"
              placeholder="2-3 hari"
              maxLength={settingLengths.days}
              {...section.field(`${path}.days`)}
            />
            <SelectField
              label={<span>Ongkos dihitung{of}</span>}
              className="max-sm:col-span-full"
              {...section.field(`${path}.per_kg`)}
            >
              {Object.entries(perKgChoices).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectField>
          </div>
        </Fold>
      )}
    </div>
  )
}

function summaryOf(settings: ShopSettings): string {
  const { shipping_cost, service_fee, minimum_order, cities: set, delivery_per_kg, pickup } = settings
  const open = cities.filter((city) => set[city].delivers)
  const costs = open.map((city) => set[city].cost ?? shipping_cost)
  const [least, most] = [Math.min(...costs), Math.max(...costs)]
  const shipping = least === most ? formatRupiah(least) : `${formatRupiah(least)} – ${formatNumber(most)}`
  return [
    `Ongkos ${shipping}${delivery_per_kg ? ' per kg' : ''}`,
    `pelayanan ${formatRupiah(service_fee)}`,
    `minimal ${formatRupiah(minimum_order)}`,
    `${open.length} kota`,
    ...(pickup ? ['ambil sendiri'] : []),
  ].join(' · ')
}
