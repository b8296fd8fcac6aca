import { imageAt, imageTypes, maxImageSize, readLook } from '@camilan/contract/images'
import { maxPictures, splitPicture } from '@camilan/contract/product-pictures'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ImageUp from 'lucide-react/icons/image-up'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '~/ui/ask/button'
import { useObjectUrl } from '~/ui/fields/files/use-chosen-image'
import { useMoves } from '~/ui/lists/arrange/use-moves'
import { ProductPicture } from '~/ui/shop/product-picture'
import type { Pictures } from './use-pictures'

interface PicturesFieldProps {
  pictures: Pictures
  error: string | undefined
  /** The saved product has pictures: one of them has to stay. */
  keepsOne: boolean
  disabled: boolean
}

/** Up to six pictures of a product. The first one is shown in lists. They are dragged, or moved by arrow keys or buttons. */
export function PicturesField({ pictures, error, keepsOne, disabled }: PicturesFieldProps) {
  const id = useId()
  const { images, uploading, selected } = pictures
  const { dragged, list, handle } = useMoves(images, pictures.move)
  const isFull = images.length + uploading >= maxPictures
  return (
    <fieldset disabled={disabled} className="col-span-6 grid min-w-0 gap-3">
      <legend className="sr-only">Gambar</legend>
      {images.length + uploading > 0 && (
        <ol {...list} className="grid grid-cols-[repeat(auto-fill,minmax(max(4.5rem,7ch),1fr))] gap-2 md:grid-cols-6">
          {images.map((image, index) => (
            <li key={splitPicture(image).image}>
              <button
                type="button"
                aria-label={`Gambar ${index + 1} dari ${images.length}${index === 0 ? ', gambar utama' : ''}`}
                aria-pressed={image === selected}
                aria-keyshortcuts="ArrowLeft ArrowRight"
                onClick={() => pictures.select(image === selected ? undefined : image)}
                {...handle(image, index)}
                className={`relative block w-full cursor-grab touch-none overflow-hidden rounded-2xl border-3 select-none active:cursor-grabbing aria-pressed:border-accent ${image === dragged ? 'border-accent bg-accent-soft' : 'border-transparent'}`}
              >
                <span className="pointer-events-none block">
                  <ProductPicture of={splitPicture(image)} alt="" sizes="96px" className="rounded-xl" />
                </span>
                {index === 0 && (
                  <span className="absolute bottom-1 left-1 rounded-lg bg-surface px-1.5 text-13 font-bold">Utama</span>
                )}
              </button>
            </li>
          ))}
          {uploading > 0 && (
            <li className="grid aspect-square animate-pulse place-items-center rounded-2xl bg-soft text-13">
              {uploading > 1 ? `Mengirim ${uploading}...` : 'Mengirim...'}
            </li>
          )}
        </ol>
      )}
      {pictures.failed.length > 0 && <Failed pictures={pictures} />}
      {selected && (
        <Selected key={splitPicture(selected).image} pictures={pictures} selected={selected} keepsOne={keepsOne} />
      )}
      <div className="grid justify-items-start gap-1.5">
        <input
          id={id}
          type="file"
          multiple
          accept={imageTypes.join()}
          disabled={isFull}
          aria-invalid={Boolean(error ?? pictures.problem)}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            target.value = '' // the same file may be chosen again
            void pictures.add(files)
          }}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-xl border border-control px-3 font-bold whitespace-nowrap narrow:whitespace-normal peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-highlight peer-disabled:cursor-not-allowed peer-disabled:opacity-55 hover:bg-soft md:px-4"
        >
          <ImageUp aria-hidden className="size-5" />
          <span>{images.length === 0 ? 'Unggah gambar' : 'Tambah gambar'}</span>
        </label>
        <p id={`${id}-hint`} className="text-13 text-muted">
          {`PNG, JPG, GIF hingga ${maxImageSize}${images.length > 0 ? `, paling banyak ${maxPictures}. Tekan gambar untuk mengaturnya, seret untuk mengurutkannya.` : ''}`}
        </p>
        <p id={`${id}-error`} role="alert" className="text-13 font-semibold text-danger empty:hidden">
          {pictures.problem ?? error}
        </p>
      </div>
    </fieldset>
  )
}

/** Pictures that could not be sent stay here, to be sent again. */
function Failed({ pictures: { failed, sendAgain, takeFailed } }: { pictures: Pictures }) {
  return (
    <section aria-label="Gambar yang belum terkirim" className="grid gap-3 rounded-2xl bg-soft p-3">
      <div className="flex flex-wrap gap-2">
        {failed.map((file) => (
          <FailedPicture key={`${file.name} ${file.lastModified}`} file={file} />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" onClick={sendAgain}>
          Kirim lagi
        </Button>
        <Button variant="plain" onClick={takeFailed}>
          Buang
        </Button>
      </div>
    </section>
  )
}

function FailedPicture({ file }: { file: File }) {
  const url = useObjectUrl(file)
  return url && <img src={url} alt={file.name} className="size-18 rounded-xl object-cover opacity-60" />
}

interface SelectedProps {
  pictures: Pictures
  selected: string
  keepsOne: boolean
}

/** What can be done with one picture. Only the longer side of a picture is cut, so one number says which part is seen. */
function Selected({ pictures, selected, keepsOne }: SelectedProps) {
  const [side, setSide] = useState<'x' | 'y'>()
  const { image, image_look } = splitPicture(selected)
  const focus = readLook(image_look).focus ?? { x: 50, y: 50 }
  const index = pictures.images.indexOf(selected)
  const isAlone = pictures.images.length === 1
  const isBusy = pictures.uploading > 0
  const isImproved = pictures.isImproved(selected)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-2xl bg-soft p-3 md:grid-rows-[auto_1fr]">
      <img
        src={imageAt(image, 320)}
        alt="Pratinjau gambar yang dipilih"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalWidth !== naturalHeight) setSide(naturalWidth > naturalHeight ? 'x' : 'y')
        }}
        style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
        className="aspect-square w-26 rounded-xl object-cover md:row-span-2 md:w-40"
      />
      {(side || !isAlone) && (
        <div className="grid content-start gap-1">
          {side && (
            <label className="grid text-15 font-semibold">
              Bagian yang terlihat
              <input
                type="range"
                min={0}
                max={100}
                step={5}
                value={focus[side]}
                onChange={({ target }) => {
                  const value = Number(target.value)
                  pictures.focus(selected, side === 'x' ? { ...focus, x: value } : { ...focus, y: value })
                }}
                className="h-11 w-full accent-accent"
              />
            </label>
          )}
          {!isAlone && (
            <div className="-mx-2 flex flex-wrap">
              <MoveButton
                label="Geser ke depan"
                disabled={index === 0}
                onMove={() => pictures.move(selected, index - 1)}
              >
                <ChevronLeft aria-hidden className="size-5" /> Ke depan
              </MoveButton>
              <MoveButton
                label="Geser ke belakang"
                disabled={index === pictures.images.length - 1}
                onMove={() => pictures.move(selected, index + 1)}
              >
                Ke belakang <ChevronRight aria-hidden className="size-5" />
              </MoveButton>
            </div>
          )}
        </div>
      )}
      <div className={`flex flex-wrap content-start gap-2 ${side || !isAlone ? 'max-md:col-span-2' : ''}`}>
        <Button variant="quiet" disabled={isBusy} onClick={() => pictures.improve(selected)} className="px-2.5!">
          {isImproved ? 'Kembalikan cahaya' : 'Perbaiki cahaya'}
        </Button>
        {!(isAlone && keepsOne) && (
          <Button
            variant="quiet"
            aria-label="Hapus gambar"
            onClick={() => pictures.remove(selected)}
            className="px-2.5!"
          >
            Hapus
          </Button>
        )}
      </div>
    </div>
  )
}

interface MoveButtonProps {
  label: string
  disabled: boolean
  onMove: () => void
  children: ReactNode
}

function MoveButton({ label, disabled, onMove, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onMove}
      className="inline-flex min-h-11 items-center gap-1 rounded-xl px-2 text-15 font-semibold whitespace-nowrap text-accent hover:bg-surface disabled:cursor-not-allowed disabled:opacity-35"
    >
      {children}
    </button>
  )
}
