import { contrast, lookColors, readableAccent, textContrast } from '@camilan/contract/look-colors'
import {
  drawingLabels,
  drawings,
  type Look,
  type Palette,
  paletteLabels,
  palettes,
  typefaceLabels,
  typefaces,
} from '@camilan/contract/looks'
import type { ShopSettings } from '@camilan/contract/settings'
import { look as lookEntries } from '@camilan/contract/settings/shop/look'
import { cleanFormat } from '@camilan/contract/texts'
import PaletteIcon from 'lucide-react/icons/palette'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { href } from 'react-router'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { Group, SectionForm } from '~/settings/section-form'
import { SettingPicture } from '~/settings/setting-picture'
import { type OwnControls, type Section, useSectionForm } from '~/settings/use-section-form'
import { Button } from '~/ui/ask/button'
import type { Elements } from '~/ui/elements'
import { TextField } from '~/ui/fields/field'
import { drawingFiles } from '~/ui/shop/hero-picture'
import { fontOfHeadings, fontOfTexts, LookPreview } from './look-preview'

const valuesOf = ({ look }: ShopSettings): FieldValues => ({ look: { ...look, accent: look.accent ?? '' } })
const changeOf = ({ look }: FieldValues) => ({ look: lookIn(look as Record<keyof Look, string>) })

function lookIn({ palette, accent, typeface, drawing }: Record<keyof Look, string>) {
  const typed = cleanFormat(accent).toLowerCase().replace(/^#?/, '#')
  return { palette, accent: typed === '#' ? null : typed, typeface, drawing }
}

const own: OwnControls = { valuesOf, changeOf }

export function LookSection(props: SectionProps) {
  const section = useSectionForm({ ...props, section: lookEntries, own })
  const { look, shop_name } = props.admin.settings
  const chosen = lookIn(section.form.watch('look')) as Look
  const accent = isColor(chosen.accent) ? chosen.accent : null
  return (
    <SettingsSection
      id={lookEntries.id}
      title={lookEntries.title}
      icon={PaletteIcon}
      summary={`Warna ${paletteLabels[look.palette]}${look.accent ? ` dengan ${look.accent}` : ''} · huruf ${typefaceLabels[look.typeface]}`}
      isDirty={section.isDirty}
    >
      <div className="grid grid-cols-1 gap-6">
        <SectionForm section={section}>
          <LookPreview look={{ ...chosen, accent }} shopName={shop_name} picture={props.admin.hero_picture_url} />
          <Group legend="Warna">
            <Cards>
              {palettes.map((palette) => (
                <Card key={palette} label={paletteLabels[palette]} {...section.tick('look.palette')} value={palette}>
                  <Swatches palette={palette} />
                </Card>
              ))}
            </Cards>
          </Group>
          <Accent section={section} palette={chosen.palette} accent={accent} />
          <Group legend="Huruf">
            <Cards>
              {typefaces.map((typeface) => (
                <Card
                  key={typeface}
                  label={typefaceLabels[typeface]}
                  {...section.tick('look.typeface')}
                  value={typeface}
                >
                  <span className="block" style={fontOfTexts(typeface)}>
                    <span className="block text-21 leading-tight font-extrabold" style={fontOfHeadings(typeface)}>
                      Kue Lebaran
                    </span>
                    <span className="block text-13 text-muted">Renyah, Rp&nbsp;85.000</span>
                  </span>
                </Card>
              ))}
            </Cards>
          </Group>
          <Group legend="Gambar beranda" hint="Foto Anda sendiri, di bawah, menggantikannya.">
            <Cards>
              {drawings.map((drawing) => (
                <Card key={drawing} label={drawingLabels[drawing]} {...section.tick('look.drawing')} value={drawing}>
                  <img
                    src={drawingFiles[drawing].src}
                    alt=""
                    width={400}
                    height={300}
                    className="aspect-4/3 w-full rounded-lg object-cover dark:brightness-90"
                  />
                </Card>
              ))}
            </Cards>
          </Group>
          <SettingPicture {...props} name="hero_picture" />
        </SectionForm>
        <a href={href('/')} target="_blank" rel="noopener" className="link inline-flex min-h-11 items-center">
          Lihat toko
        </a>
      </div>
    </SettingsSection>
  )
}

const isColor = (text: string | null): text is string => /^#[0-9a-f]{6}$/.test(text ?? '')

const Cards = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-2.5 narrow:grid-cols-1 sm:grid-cols-3">{children}</div>
)

interface CardProps extends ReturnType<Section['tick']> {
  label: string
  value: string
  children: Elements
}

/** One of several looks. The whole card can be pressed. */
function Card({ label, children, ...radio }: CardProps) {
  return (
    <label className="flex min-h-11 min-w-0 flex-col gap-2 rounded-xl border border-line p-3 hover:bg-soft has-checked:border-accent has-checked:bg-soft">
      <span className="flex items-center gap-2.5 font-semibold">
        <input type="radio" {...radio} className="size-5 shrink-0 accent-accent" />
        <span>{label}</span>
      </span>
      {children}
    </label>
  )
}

function Swatches({ palette }: { palette: Palette }) {
  const { light, dark } = lookColors({ palette, accent: null })
  const parts = { page: light.page, accent: light.accent, highlight: light.highlight, dark: dark.page }
  return (
    <span className="flex h-8 overflow-hidden rounded-lg border border-line">
      {Object.entries(parts).map(([name, backgroundColor]) => (
        <span key={name} style={{ backgroundColor }} className="grow" />
      ))}
    </span>
  )
}

/** Her own accent, and what is saved in its place if texts in it could not be read. */
function Accent({ section, palette, accent }: { section: Section; palette: Palette; accent: string | null }) {
  const { form, field } = section
  const light = lookColors({ palette, accent }).light
  const kept = accent === null ? null : readableAccent(accent, palette)
  const set = (color: string) => form.setValue('look.accent', color, { shouldDirty: true, shouldValidate: true })
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex items-end gap-2.5">
        <TextField
          className="min-w-0 grow"
          label="Warna utama sendiri"
          placeholder="Dari warna di atas"
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          {...field('look.accent')}
        />
        <input
          type="color"
          aria-label="Pilih warna utama"
          value={accent ?? light.accent}
          onChange={({ target }) => set(target.value)}
          className="h-11.5 w-14 shrink-0 rounded-xl border border-control bg-surface p-1"
        />
      </div>
      {form.watch('look.accent') !== '' && (
        <Button variant="quiet" onClick={() => set('')} className="justify-self-start">
          {`Pakai warna ${paletteLabels[palette]}`}
        </Button>
      )}
      <p role="status" className="grid gap-2 rounded-xl bg-warning-soft p-3 text-13 text-warning empty:hidden">
        {accent && kept && kept !== accent && (
          <>
            <span className="flex items-center gap-2">
              <span style={{ backgroundColor: accent }} className="size-6 rounded-full border border-control" />
              <span>{`${accent} menjadi`}</span>
              <span style={{ backgroundColor: kept }} className="size-6 rounded-full border border-control" />
              <strong>{kept}</strong>
            </span>
            <span>
              {`Tulisan dengan warna Anda sulit dibaca: kontrasnya ${written(contrast(accent, light.soft))}, paling sedikit ${written(textContrast)}. Yang disimpan adalah warna terdekat yang terbaca.`}
            </span>
          </>
        )}
      </p>
    </div>
  )
}

const written = (ratio: number) => (Math.floor(ratio * 10) / 10).toLocaleString('id-ID', { minimumFractionDigits: 1 })
