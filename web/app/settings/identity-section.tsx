import { imageAt, maxImageSize } from '@camilan/contract/images'
import { settingLengths } from '@camilan/contract/lengths'
import { AdminSettings, type ShopSettings } from '@camilan/contract/settings'
import { success } from '@camilan/contract/wire'
import { ImageUp, Store, Trash2 } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import * as z from 'zod/mini'
import mark from '~/brand/favicon.svg'
import { api } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { toastFailure, useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { TextAreaField, TextField } from '~/ui/field'
import { ImageField } from '~/ui/image-field'
import { useChosenImage } from '~/ui/use-chosen-image'
import { type SectionProps, SettingsSection } from './section'
import { SectionForm } from './section-form'
import { useSectionForm } from './use-section-form'

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
  const year = text.trim()
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
        <Logo {...props} />
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
            hint="Satu atau dua kalimat di halaman depan dan di bagian bawah setiap halaman."
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
            hint="Misalnya 2019. Tampil di halaman depan dan di Tentang Kami."
            {...section.field('since_year')}
          />
        </SectionForm>
      </div>
    </SettingsSection>
  )
}

/**
 * It is saved as soon as it is chosen, because a file can't be kept as a draft and the button below the texts saves only
 * them. After a failure the same picture can be saved again.
 */
function Logo({ admin, onSettings }: SectionProps) {
  const image = useChosenImage('product', (file) => void upload.run(file))
  const failed = (error: unknown) => {
    const newer = error instanceof ApiError ? z.safeParse(AdminSettings, error.data) : undefined
    if (newer?.success) onSettings(newer.data)
    if (error instanceof ApiError && error.fields.image) image.setError(error.fields.image)
    else toastFailure(error, 'Gagal menyimpan logo. Silakan coba lagi.')
  }
  const upload = useMutation({
    do: (file: File) => {
      const body = new FormData()
      body.set('version', String(admin.version))
      body.set('image', file)
      return api.put('/api/admin/settings/logo', body, success(AdminSettings))
    },
    done: ({ data }) => {
      image.clear()
      onSettings(data)
      toast('Logo tersimpan')
    },
    failed,
  })
  const remove = useMutation({
    do: () => api.put('/api/admin/settings', { version: admin.version, logo: null }, success(AdminSettings)),
    done: ({ data }) => {
      onSettings(data)
      toast('Logo dihapus')
    },
    failed,
  })
  const pending = upload.pending || remove.pending
  const shown = image.url ?? (admin.logo_url && imageAt(admin.logo_url, 320))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-15 font-semibold">Logo</legend>
      <div className="flex flex-wrap items-center gap-4">
        <img
          src={shown ?? mark}
          alt={shown ? 'Logo toko' : 'Logo bawaan'}
          width={96}
          height={96}
          className="size-24 rounded-2xl border border-line bg-soft object-contain p-1.5"
        />
        <div className="grid min-w-0 justify-items-start gap-2">
          <ImageField
            image={image}
            icon={ImageUp}
            label={shown ? 'Ganti logo' : 'Unggah logo'}
            hint={`Gambar persegi paling baik. PNG, JPG, GIF hingga ${maxImageSize}.`}
            removeLabel="Batal"
            disabled={pending}
          />
          {image.file && (
            <Button pending={upload.pending} onClick={() => image.file && upload.run(image.file)}>
              {upload.pending ? 'Menyimpan...' : 'Simpan logo'}
            </Button>
          )}
          {admin.settings.logo && !image.file && (
            <Button variant="quiet" pending={remove.pending} onClick={() => remove.run()}>
              <Trash2 aria-hidden className="size-4" />
              Hapus logo
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  )
}
