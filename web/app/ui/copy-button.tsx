import { Copy } from 'lucide-react'
import { toast } from '~/platform/toasts'

interface CopyButtonProps {
  text: string
  /** The copied text's name inside a sentence: `nomor virtual account`. */
  of: string
}

export function CopyButton({ text, of }: CopyButtonProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast(`Berhasil menyalin ${of}`)
    } catch {
      toast(`Tidak bisa menyalin ${of}. Silakan salin sendiri.`, 'alert')
    }
  }
  return (
    <button
      type="button"
      aria-label={`Salin ${of}`}
      onClick={copy}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-xl px-3 font-semibold text-accent hover:bg-soft"
    >
      <Copy aria-hidden className="size-4" />
      Salin
    </button>
  )
}
