import { imageAt, maxImageSize } from '@camilan/contract/images'
import { Camera } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ImageField } from '~/ui/fields/image-field'
import type { ChosenImage } from '~/ui/fields/use-chosen-image'

interface ProfilePhotoProps {
  name: string
  saved: string | null
  photo: ChosenImage
  editing: boolean
  /** Beside it. */
  children: ReactNode
}

/** The photo, or the first letter of the name if there is none or it can't be loaded. In the form, with a field to choose another. */
export function ProfilePhoto({ name, saved, photo, editing, children }: ProfilePhotoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const src = photo.url ?? (saved && imageAt(saved, 320))
  return (
    <div className="flex flex-wrap items-center gap-4 md:col-span-2">
      {src && src !== broken ? (
        <img
          src={src}
          alt="Foto profil"
          width={72}
          height={72}
          onError={() => setBroken(src)}
          className="size-18 rounded-full bg-soft object-cover"
        />
      ) : (
        <span
          aria-hidden
          className="grid size-18 place-items-center rounded-full bg-accent-soft text-28 font-extrabold text-accent"
        >
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-[12ch]">{children}</div>
      {editing && (
        <ImageField
          image={photo}
          icon={Camera}
          label={src ? 'Ganti Foto' : 'Pilih Foto'}
          hint={photo.error ? undefined : `JPG, PNG, GIF, atau WebP hingga ${maxImageSize}`}
        />
      )}
    </div>
  )
}
