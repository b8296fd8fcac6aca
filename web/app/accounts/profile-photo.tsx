import { imageAt, imageSentences, imageTypes, maxImageBytes } from '@camilan/contract/images'
import { Camera, CircleUser } from 'lucide-react'
import { useEffect, useId, useState } from 'react'

interface ProfilePhotoProps {
  image: string | null
  /** Chosen, and not saved yet. */
  file: File | null
  onChoose: (file: File) => void
  editing: boolean
  error: string | undefined
  /** A sentence about a file that can't be taken. */
  onRefuse: (sentence: string) => void
}

export function ProfilePhoto({ image, file, onChoose, editing, error, onRefuse }: ProfilePhotoProps) {
  const id = useId()
  const chosen = useObjectUrl(file)
  const [broken, setBroken] = useState<string | null>(null)
  const src = chosen ?? (image && imageAt(image, 320))
  return (
    <div className="flex flex-wrap items-center gap-4">
      {src && src !== broken ? (
        <img
          src={src}
          alt="Foto profil"
          width={96}
          height={96}
          onError={() => setBroken(src)}
          className="size-24 bg-soft rounded-full object-cover"
        />
      ) : (
        <span className="grid size-24 bg-soft place-items-center rounded-full text-muted">
          <CircleUser aria-hidden className="size-12" strokeWidth={1.25} />
        </span>
      )}
      {editing && (
        <div className="grid gap-1.5">
          <label
            htmlFor={id}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 justify-self-start rounded-xl border border-control bg-surface px-4 font-bold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-highlight hover:bg-soft"
          >
            <Camera aria-hidden className="size-5" />
            {src ? 'Ganti Foto' : 'Pilih Foto'}
            <input
              id={id}
              type="file"
              accept={imageTypes.join()}
              aria-describedby={`${id}-hint`}
              aria-invalid={Boolean(error)}
              onChange={({ target }) => {
                const picked = target.files?.[0]
                target.value = ''
                if (!picked) return
                const refusal = refusalOf(picked)
                if (refusal) onRefuse(refusal)
                else onChoose(picked)
              }}
              className="sr-only"
            />
          </label>
          <p id={`${id}-hint`} className={`text-13 ${error ? 'font-semibold text-danger' : 'text-muted'}`}>
            {error ?? 'JPG, PNG, GIF, atau WebP hingga 5MB'}
          </p>
        </div>
      )}
    </div>
  )
}

function refusalOf({ type, size }: File): string | null {
  if (!imageTypes.some((known) => known === type)) return imageSentences.profileType
  return size > maxImageBytes ? imageSentences.profileSize : null
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setUrl(null)
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}
