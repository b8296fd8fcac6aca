import { settingLengths } from '@camilan/contract/lengths'
import type { ShopSettings } from '@camilan/contract/settings'
import { cleanFormat } from '@camilan/contract/texts'
import { Store } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import mark from '~/brand/favicon.svg'
import { type SectionProps, SettingsSection } from '~/settings/section'
import { SectionForm } from '~/settings/section-form'
import { SettingPicture } from '~/settings/setting-picture'
import { useSectionForm } from '~/settings/use-section-form'
import { TextAreaField, TextField } from '~/ui/fields/field'

const valuesOf = ({ shop_name, tagline, story, since_year }: ShopSettings) => ({
  shop_name,
  tagline: tagline ?? '',
  story: story ?? '',
  since_year: since_year === null ? '' : String(since_year),
})

const changeOf = ({ shop_name, tagline, story, since_year }: FieldValues) => ({
  shop_name,
  tagline: tagline.trim() || null,
  story: story.trim() || null,
  since_year: yearIn(since_year),
})

/** A text that is no year stays as it is, so that the schema refuses it. */
function yearIn(text: string): unknown {
  const year = cleanFormat(text)
  if (year === '') return null
  return /^\d+$/.test(year) ? Number(year) : year
}

export function IdentitySection(props: SectionProps) {
  const section = useSectionForm({ ...props, id: 'identity', valuesOf, changeOf })
  const { settings } = props.admin
  const since = settings.since_year && `sejak ${settings.since_year}`
  return (
    <SettingsSection
      id="identity"
      title="Nama dan cerita toko"
      icon={Store}
      summary={[settings.shop_name, settings.tagline ?? 'slogan belum diisi', since].filter(Boolean).join(' · ')}
      isDirty={section.isDirty}
    >
      <div className="grid grid-cols-1 gap-5">
        <SettingPicture {...props} name="logo" noun="logo" hint="Gambar persegi paling baik." fallback={mark} />
        <SettingPicture
          {...props}
          name="seller_photo"
          noun="foto Anda"
          hint="Tampil bulat di sebelah cerita toko. Tanpa foto, logo yang tampil."
        />
        <SectionForm section={section}>
          <TextField
            label="Nama toko"
            autoComplete="organization"
            maxLength={settingLengths.shopName}
            {...section.field('shop_name')}
          />
          <TextAreaField
            label="Slogan"
            rows={2}
            hint="Satu atau dua kalimat di beranda dan di bagian bawah setiap halaman."
            maxLength={settingLengths.tagline}
            {...section.field('tagline')}
          />
          <TextAreaField
            label="Cerita toko"
            rows={7}
            hint="Tampil di halaman Tentang Kami. Pisahkan paragraf dengan baris kosong."
            maxLength={settingLengths.story}
            {...section.field('story')}
          />
          <TextField
            label="Berjualan sejak tahun"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            hint="Misalnya 2019. Tampil di beranda dan di Tentang Kami."
            {...section.field('since_year')}
          />
        </SectionForm>
      </div>
    </SettingsSection>
  )
}
