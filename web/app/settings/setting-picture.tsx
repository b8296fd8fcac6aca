import { imageAt, maxImageSize } from '@camilan/contract/images'
import { AdminSettings, type PictureSetting, settingsTable } from '@camilan/contract/settings'
import { inSentence } from '@camilan/contract/settings/kinds'
import { success } from '@camilan/contract/wire'
import ImageUp from 'lucide-react/icons/image-up'
import Trash2 from 'lucide-react/icons/trash'
import * as z from 'zod/mini'
import mark from '~/brand/favicon.svg'
import { api } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { inTime } from '~/platform/api/in-time'
import { toastFailure, useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { ImageField } from '~/ui/fields/files/image-field'
import { useChosenImage } from '~/ui/fields/files/use-chosen-image'
import type { SectionProps } from './section'

interface SettingPictureProps extends SectionProps {
  name: PictureSetting
}

/** What the shop shows without a picture. */
const fallbacks: Partial<Record<PictureSetting, string>> = { logo: mark }

/**
 * It is saved as soon as it is chosen, because a file can't be kept as a draft and the button below the texts saves only
 * them. After a failure the same picture can be saved again.
 */
export function SettingPicture({ admin, onSettings, name }: SettingPictureProps) {
  const { label, hint } = settingsTable[name]
  const noun = inSentence(label)
  const fallback = fallbacks[name]
  const image = useChosenImage('product', (file) => void upload.run(file))
  const failed = (error: unknown) => {
    const newer = error instanceof ApiError ? z.safeParse(AdminSettings, error.data) : undefined
    if (newer?.success) onSettings(newer.data)
    if (error instanceof ApiError && error.fields.image) image.setError(error.fields.image)
    else toastFailure(error, `Gagal menyimpan ${noun}. Silakan coba lagi.`)
  }
  const upload = useMutation({
    do: (file: File) => {
      const body = new FormData()
      body.set('version', String(admin.version))
      body.set('image', file)
      const path = `/api/admin/settings/${name.replace('_', '-')}`
      return inTime((signal) => api.put(path, body, success(AdminSettings), { signal }))
    },
    done: ({ data }) => {
      image.clear()
      onSettings(data)
      toast(`${label} tersimpan`)
    },
    failed,
  })
  const remove = useMutation({
    do: () => api.put('/api/admin/settings', { version: admin.version, [name]: null }, success(AdminSettings)),
    done: ({ data }) => {
      onSettings(data)
      toast(`${label} dihapus`)
    },
    failed,
  })
  const pending = upload.pending || remove.pending
  const url = admin[`${name}_url`]
  const shown = image.url ?? (url && imageAt(url, 320)) ?? fallback
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-15 font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-4">
        {shown && (
          <img
            src={shown}
            alt={shown === fallback ? `${label} bawaan` : `${label} sekarang`}
            width={96}
            height={96}
            className="size-24 rounded-2xl border border-line bg-soft object-contain p-1.5"
          />
        )}
        <div className="grid min-w-0 justify-items-start gap-2">
          <ImageField
            image={image}
            icon={ImageUp}
            label={shown && shown !== fallback ? `Ganti ${noun}` : `Unggah ${noun}`}
            hint={`${hint} PNG, JPG, GIF hingga ${maxImageSize}.`}
            removeLabel="Batal"
            disabled={pending}
          />
          {image.file && (
            <Button pending={upload.pending} onClick={() => image.file && upload.run(image.file)}>
              {upload.pending ? 'Menyimpan...' : `Simpan ${noun}`}
            </Button>
          )}
          {admin.settings[name] && !image.file && (
            <Button variant="quiet" pending={remove.pending} onClick={() => remove.run()}>
              <Trash2 aria-hidden className="size-4" />
              <span>{`Hapus ${noun}`}</span>
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  )
}
