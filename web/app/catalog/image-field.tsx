import { imageTypes } from '@camilan/contract/images'
import { ImageUp, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ProductPicture } from '~/ui/product-picture'
import { problemOfImage } from './product-image'

interface ImageFieldProps {
  /** The picture that the product has already. */
  current: string | null
  file: File | null
  onChange: (file: File | null) => void
  disabled: boolean
}

/** Chooses a product's picture and shows it before it is sent; a file that can't be taken is not chosen. */
export function ImageField({ current, file, onChange, disabled }: ImageFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const preview = usePreview(file)

  function choose(chosen: File | undefined) {
    // The same file may be chosen again after it was removed.
    if (input.current) input.current.value = ''
    if (!chosen) return
    const found = problemOfImage(chosen)
    setProblem(found)
    if (found === null) onChange(chosen)
  }

  return (
    <div className="flex items-center gap-4">
      <div className="w-20 shrink-0 md:w-24">
        <ProductPicture
          image={preview ?? current}
          alt={file ? 'Pratinjau gambar yang dipilih' : current ? 'Gambar saat ini' : ''}
          sizes="96px"
          className="rounded-2xl"
        />
      </div>
      <div className="grid justify-items-start gap-1.5">
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            id={id}
            type="file"
            accept={imageTypes.join(',')}
            disabled={disabled}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={({ target }) => choose(target.files?.[0])}
            className="peer sr-only"
          />
          <label
            htmlFor={id}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-xl border border-control px-3 font-bold whitespace-nowrap md:px-4 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-highlight peer-disabled:cursor-not-allowed peer-disabled:opacity-55 hover:bg-soft"
          >
            <ImageUp aria-hidden className="size-5" />
            {file || current ? 'Ganti gambar' : 'Unggah gambar'}
          </label>
          {file && (
            <button
              type="button"
              disabled={disabled}
              onClick={() => {
                onChange(null)
                setProblem(null)
                input.current?.focus()
              }}
              className="inline-flex min-h-11 items-center gap-1.5 rounded-xl px-3 font-bold text-danger hover:bg-soft disabled:opacity-55"
            >
              <X aria-hidden className="size-4" />
              Hapus gambar
            </button>
          )}
        </div>
        <p id={`${id}-hint`} className="text-13 text-muted">
          PNG, JPG, GIF hingga 5MB
        </p>
        <p id={`${id}-error`} role="alert" className="text-13 font-semibold text-danger empty:hidden">
          {problem}
        </p>
      </div>
    </div>
  )
}

function usePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setPreview(url)
    return () => {
      setPreview(null)
      URL.revokeObjectURL(url)
    }
  }, [file])
  return preview
}
