import { toast } from '~/platform/state/toasts'

const beginsWithinMs = 1_000

/** Prints the page. The browser inside another app can't, and may say nothing: then the person is told what to do. */
export function printDocument(): void {
  let hasBegun = false
  const begin = () => {
    hasBegun = true
  }
  window.addEventListener('beforeprint', begin, { once: true })
  const printing: unknown = window.print
  if (typeof printing === 'function') window.print()
  setTimeout(() => {
    window.removeEventListener('beforeprint', begin)
    if (!hasBegun)
      toast(
        'Di sini tidak bisa mencetak. Buka halaman ini di Chrome atau Safari, atau simpan tangkapan layarnya.',
        'alert',
      )
  }, beginsWithinMs)
}
