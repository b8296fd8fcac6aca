import { imageAt, maxImageSize } from '@camilan/contract/images'
import { Camera, CircleUser } from 'lucide-react'
import { useState } from 'react'
import { ImageField } from '~/ui/image-field'
import type { ChosenImage } from '~/ui/use-chosen-image'

interface ProfilePhotoProps {
  saved: string | null
  photo: ChosenImage
  editing: boolean
}

/** The photo, or an icon if there is none or it can't be loaded. In the form, with a field to choose another. */
export function ProfilePhoto({ saved, photo, editing }: ProfilePhotoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const src = photo.url ?? (saved && imageAt(saved, 320))
  return (
    <div className="flex flex-wrap items-center gap-4">
      {src && src !== broken ? (
        <img
          src={src}
          alt="Foto profil"
          width={96}
          height={96}
          onError={() => setBroken(src)}
          className="size-24 rounded-full bg-soft object-cover"
        />
      ) : (
        <span className="grid size-24 place-items-center rounded-full bg-soft text-muted">
          <CircleUser aria-hidden className="size-12" strokeWidth={1.25} />
        </span>
      )}
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
