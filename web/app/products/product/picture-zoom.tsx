import { imageAt } from '@camilan/contract/images'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { type KeyboardEvent, type Touch, type TouchEvent, useEffect, useRef, useState } from 'react'
import { useLayer } from '~/platform/pages/layers'
import { CloseButton, IconButton } from '~/ui/ask/icon-button'

interface PictureZoomProps {
  images: readonly string[]
  /** The index of the first picture that is shown. */
  start: number
  labelOf: (index: number) => string
  /** @param index  the picture that was shown last */
  onClose: (index: number) => void
}

/** In pixels. A shorter way of a finger is a tap. */
const swipe = 50

/**
 * One picture on the whole screen, swiped to the next one. Pinching is the browser's; keys and a button enlarge it, and then
 * it is scrolled.
 */
export default function PictureZoom({ images, start, labelOf, onClose }: PictureZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState(start)
  const [isLarge, setLarge] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  useLayer(true, () => dialog.current?.close())
  const next = images[shown + 1]
  useEffect(() => {
    if (next) new Image().src = imageAt(next, 1600)
  }, [next])

  function go(step: number) {
    setLarge(false)
    setShown((index) => Math.min(Math.max(index + step, 0), images.length - 1))
  }
  function onKeyDown({ key }: KeyboardEvent) {
    if (key === '+' || key === '=') setLarge(true)
    if (key === '-') setLarge(false)
    if (!isLarge && key === 'ArrowRight') go(1)
    if (!isLarge && key === 'ArrowLeft') go(-1)
  }
  const swipes = useSwipes((step) => isLarge || go(step))
  return (
    <dialog
      ref={dialog}
      aria-label={labelOf(shown)}
      onClose={() => onClose(shown)}
      onKeyDown={onKeyDown}
      {...swipes}
      className="m-0 h-[calc(100dvh-var(--messages-height))] max-h-none w-screen max-w-none bg-surface text-body open:flex open:flex-col"
    >
      <div className="flex items-center justify-end gap-1 p-2">
        {images.length > 1 && (
          <>
            <p className="mr-auto pl-2 font-bold tabular-nums" aria-live="polite">
              {`${shown + 1}/${images.length}`}
            </p>
            <IconButton icon={ChevronLeft} label="Gambar sebelumnya" disabled={shown === 0} onClick={() => go(-1)} />
            <IconButton
              icon={ChevronRight}
              label="Gambar berikutnya"
              disabled={shown === images.length - 1}
              onClick={() => go(1)}
            />
          </>
        )}
        <IconButton
          icon={isLarge ? ZoomOut : ZoomIn}
          label={isLarge ? 'Perkecil' : 'Perbesar'}
          onClick={() => setLarge(!isLarge)}
        />
        <CloseButton label="Tutup" onClick={() => dialog.current?.close()} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-auto overscroll-contain">
        <img
          key={shown}
          src={imageAt(images[shown] ?? '', 1600)}
          alt={labelOf(shown)}
          onDoubleClick={() => setLarge(!isLarge)}
          className={isLarge ? 'w-[250%] max-w-none' : 'size-full object-contain'}
        />
      </div>
    </dialog>
  )
}

/** Swipes of one finger, while the page is not pinched. */
function useSwipes(go: (step: 1 | -1) => void) {
  const touched = useRef<Touch>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      touched.current = touches.length === 1 && window.visualViewport?.scale === 1 ? touches[0] : undefined
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const [start, end] = [touched.current, changedTouches[0]]
      touched.current = undefined
      if (!start || !end) return
      const [right, down] = [end.clientX - start.clientX, end.clientY - start.clientY]
      if (Math.abs(right) > Math.max(swipe, Math.abs(down))) go(right > 0 ? -1 : 1)
    },
  }
}
