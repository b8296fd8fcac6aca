import Copy from 'lucide-react/icons/copy'
import { toast } from '~/platform/state/toasts'

interface CopyButtonProps {
  text: string
  /** The copied text's name inside a sentence: `nomor virtual account`. */
  of: string
}

interface CopyOptions extends CopyButtonProps {
  /** What was pressed. The text is shown near it. */
  pressed: Element
  /** The sentence about a success. */
  done?: string
}

/**
 * Copies the text, and says so. If the browser refuses, the shown text is selected, so that a person can copy it.
 * @returns false if it was refused and the page doesn't show the text
 */
export async function copyText({ text, of, pressed, done = `Berhasil menyalin ${of}` }: CopyOptions): Promise<boolean> {
  const isCopied = await writeText(text).catch(() => copySelected(text, pressed))
  if (isCopied) {
    toast(done)
    return true
  }
  toast(`Tidak bisa menyalin ${of}. Silakan salin sendiri.`, 'alert')
  const shown = nearestWith(text, pressed)
  if (shown) getSelection()?.selectAllChildren(shown)
  return shown !== undefined
}

async function writeText(text: string): Promise<true> {
  await navigator.clipboard.writeText(text)
  return true
}

/** The older way, for a browser without a clipboard, as inside other apps. An open dialog allows a selection in it alone. */
function copySelected(text: string, pressed: Element): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'sr-only'
  pressed.after(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (pressed instanceof HTMLElement) pressed.focus({ preventScroll: true })
  }
}

/** Without what only divides numbers or lines on the screen. */
const signsOf = (text: string | null) => (text ?? '').replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The smallest element that shows the text, nearest to the pressed one. */
function nearestWith(text: string, pressed: Element): Element | undefined {
  const signs = signsOf(text)
  const shows = (element: Element) => signsOf(element.textContent).includes(signs)
  let around: Element | null = pressed.parentElement
  while (around && !shows(around)) around = around.parentElement
  let found = around?.matches('body, html') ? null : around
  for (let inner: Element | null | undefined = found; inner; inner = [...inner.children].find(shows)) found = inner
  return found ?? undefined
}

export function CopyButton({ text, of }: CopyButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Salin ${of}`}
      onClick={({ currentTarget }) => copyText({ text, of, pressed: currentTarget })}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-xl px-3 font-semibold text-accent hover:bg-soft"
    >
      <Copy aria-hidden className="size-4" />
      Salin
    </button>
  )
}
