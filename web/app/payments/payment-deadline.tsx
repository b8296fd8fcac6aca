import { formatJakartaTime } from '~/platform/formats'
import { useNow } from '~/platform/use-now'

/** Until when an unpaid order can be paid, with what is left of that time. */
export function PaymentDeadline({ expiresAt }: { expiresAt: string }) {
  const leftMs = new Date(expiresAt).getTime() - useNow()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 rounded-xl bg-diproses-soft px-4 py-3 text-diproses">
      <p>
        Bayar sebelum{' '}
        <time dateTime={expiresAt} className="whitespace-nowrap">
          {formatJakartaTime(expiresAt)}
        </time>
      </p>
      <p role="timer" className="font-bold tabular-nums">
        {leftMs > 0 ? countdown(leftMs) : 'Waktu pembayaran habis'}
      </p>
    </div>
  )
}

/** `23 jam 04 menit 09 detik` */
function countdown(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutesAndSeconds = `${two(Math.floor(seconds / 60) % 60)} menit ${two(seconds % 60)} detik`
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? `${hours} jam ${minutesAndSeconds}` : minutesAndSeconds
}
