import { Copy } from 'lucide-react'
import { toast } from '~/platform/toasts'

interface CopyButtonProps {
  text: string
  /** The copied text's name inside a sentence: `nomor virtual account`. */
  of: string
}

/** Copies the text, and says so. */
export async function copyText({ text, of }: CopyButtonProps): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(`Berhasil menyalin ${of}`)
  } catch {
    toast(`Tidak bisa menyalin ${of}. Silakan salin sendiri.`, 'alert')
  }
}

export function CopyButton({ text, of }: CopyButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Salin ${of}`}
      onClick={() => copyText({ text, of })}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-xl px-3 font-semibold text-accent hover:bg-soft"
    >
      <Copy aria-hidden className="size-4" />
      Salin
    </button>
  )
}
