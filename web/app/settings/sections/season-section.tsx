import { jakartaDay } from '@camilan/contract/jakarta'
import { settingLengths } from '@camilan/contract/lengths'
import { isSeasonNow, type Season, seasonKindLabels, seasonKinds } from '@camilan/contract/season'
import type { AdminSettings, ShopSettings } from '@camilan/contract/settings'
import { season } from '@camilan/contract/settings/shop/season'
import { termLabels } from '@camilan/contract/terms'
import Sparkles from 'lucide-react/icons/sparkles'
import type { FieldValues } from 'react-hook-form'
import { useShopInfo } from '~/platform/pages/shop-info'
import { serverDate } from '~/platform/state/server-time'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { SectionForm } from '~/settings/section-form'
import { SettingPicture } from '~/settings/setting-picture'
import { type OwnControls, useSectionForm } from '~/settings/use-section-form'
import { SelectField, TextField } from '~/ui/fields/field'
import { Options } from '~/ui/fields/options'
import { TickRow } from '~/ui/fields/tick-row'
import { SeasonBand } from '~/ui/shop/season-band'

const proposal: Season = {
  kind: 'lebaran',
  title: 'Sambut Lebaran',
  sentence: 'Kue kering untuk meja tamu, dikirim sebelum hari raya.',
  category: 'KUE_KERING',
  query: null,
  from: '',
  to: '',
}

const valuesOf = ({ season }: ShopSettings): FieldValues => {
  const { category, query, sentence, ...rest } = season ?? proposal
  return {
    season: { on: season !== null, ...rest, category: category ?? '', query: query ?? '', sentence: sentence ?? '' },
  }
}

const changeOf = ({ season: { on, category, ...texts } }: FieldValues) => ({
  season: on ? { ...texts, category: category || null } : null,
})

const own: OwnControls = { valuesOf, changeOf }

/** What the home page shows from a day to a day, with its preview. */
export function SeasonSection(props: SectionProps) {
  const section = useSectionForm({ ...props, section: season, own })
  const { on, kind, title, sentence, category, query } = section.form.watch('season')
  const { terms } = useShopInfo()
  const picture = kind === 'own' ? props.admin.season_picture_url : null
  return (
    <SettingsSection
      id={season.id}
      title={season.title}
      icon={Sparkles}
      summary={summaryOf(props.admin)}
      isDirty={section.isDirty}
    >
      <SectionForm section={section}>
        <TickRow
          label="Tampilkan musim di beranda"
          hint="Mulai dan berakhir sendiri pada hari yang Anda pilih."
          {...section.tick('season.on')}
        />
        {on && (
          <>
            <SelectField label="Gambar" {...section.field('season.kind')}>
              <Options values={seasonKinds} labels={seasonKindLabels} />
            </SelectField>
            <TextField label="Judul" maxLength={settingLengths.seasonTitle} {...section.field('season.title')} />
            <TextField
              label="Kalimat (boleh kosong)"
              maxLength={settingLengths.seasonSentence}
              {...section.field('season.sentence')}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField type="date" label="Hari pertama" {...section.field('season.from')} />
              <TextField type="date" label="Hari terakhir" {...section.field('season.to')} />
              <SelectField label="Tombolnya membuka" {...section.field('season.category')}>
                <option value="">Semua kategori</option>
                <Options labels={termLabels(terms.categories, props.admin.settings.season?.category)} />
              </SelectField>
              <TextField label="Kata pencarian (boleh kosong)" {...section.field('season.query')} />
            </div>
            <div>
              <p className="mb-1.5 text-15 font-semibold">Pratinjau</p>
              <div inert className="overflow-hidden rounded-2xl border border-line">
                <SeasonBand
                  season={{ kind, title: title || 'Judul', sentence, category: category || null, query, picture }}
                />
              </div>
            </div>
          </>
        )}
        {on && kind === 'own' && <SettingPicture {...props} name="season_picture" />}
      </SectionForm>
    </SettingsSection>
  )
}

function summaryOf({ settings: { season } }: AdminSettings): string {
  if (!season)
    return `Mati. Siap dipakai: ${seasonKinds
      .filter((kind) => kind !== 'own')
      .map((kind) => seasonKindLabels[kind])
      .join(', ')}`
  const now = serverDate()
  const state = isSeasonNow(season, now)
    ? 'Tampil sekarang'
    : season.to < jakartaDay(now)
      ? 'Sudah lewat'
      : 'Belum mulai'
  return `${season.title} · ${state}`
}
