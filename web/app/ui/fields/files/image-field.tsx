import { imageTypes } from '@camilan/contract/images'
import type { LucideIcon } from 'lucide-react'
import X from 'lucide-react/icons/x'
import { useId, useRef } from 'react'
import type { ChosenImage } from './use-chosen-image'

interface ImageFieldProps {
  image: ChosenImage
  icon: LucideIcon
  label: string
  hint?: string | undefined
  /** The label of a button that removes the chosen file. Without it there is no such button. */
  removeLabel?: string
  disabled?: boolean
}

/** Chooses an image to upload. The preview beside it belongs to the form: it shows `image.url`. */
export function ImageField({ image, icon: Icon, label, hint, removeLabel, disabled = false }: ImageFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid justify-items-start gap-1.5">
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          type="file"
          accept={imageTypes.join()}
          disabled={disabled}
          aria-invalid={Boolean(image.error)}
          aria-describedby={hint ? `${id}-hint ${id}-error` : `${id}-error`}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The browser reports no change if the same file is chosen again, so it must not remember the last one.
            target.value = ''
            if (file) void image.choose(file)
          }}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-xl border border-control px-3 font-bold md:px-4 whitespace-nowrap narrow:whitespace-normal peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-highlight peer-disabled:cursor-not-allowed peer-disabled:opacity-55 hover:bg-soft"
        >
          <Icon aria-hidden className="size-5" />
          <span>{label}</span>
        </label>
        {removeLabel && image.file && (
          <button
            type="button"
            disabled={disabled}
            onClick={() => {
              image.clear()
              input.current?.focus()
            }}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-xl px-3 font-bold text-danger hover:bg-soft disabled:opacity-55"
          >
            <X aria-hidden className="size-4" />
            <span>{removeLabel}</span>
          </button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="text-13 font-semibold text-danger empty:hidden">
        {image.error}
      </p>
      <p role="status" className="text-13 text-muted empty:hidden">
        {image.isShrinking && 'Mengecilkan gambar...'}
      </p>
    </div>
  )
}
