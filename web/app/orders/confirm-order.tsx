import { formatJakartaTime } from '~/platform/formats'
import { toast } from '~/platform/toasts'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { useConfirm } from '~/ui/confirm'
import { SectionCard } from '~/ui/section-card'
import { toastStatusFailure } from './change-status'

interface ConfirmOrderProps {
  /** When the order completes itself; null: never. */
  completesAt: string | null
  send: () => Promise<unknown>
  onConfirmed: () => unknown
}

/** For a shipped order: the buyer confirms that it has arrived. */
export function ConfirmOrder({ completesAt, send, onConfirmed }: ConfirmOrderProps) {
  const confirm = useConfirm()
  const { pending, run } = useMutation({
    do: send,
    done: () => {
      toast('Pesanan telah dikonfirmasi')
      return onConfirmed()
    },
    failed: toastStatusFailure,
    revalidate: 'failed',
  })

  async function ask() {
    if (await confirm('Konfirmasi pesanan sekarang?', { yes: 'Ya, konfirmasi' })) await run()
  }

  return (
    <SectionCard title="Sudah sampai?">
      <p className="mb-4 text-muted">
        Tekan konfirmasi setelah camilannya Anda terima dengan baik.
        {completesAt &&
          ` Tanpa konfirmasi, pesanan selesai otomatis pada ${formatJakartaTime(completesAt)}. Kalau belum sampai, hubungi kami sebelum itu.`}
      </p>
      <Button pending={pending} onClick={ask} className="w-full">
        Konfirmasi Pesanan
      </Button>
    </SectionCard>
  )
}
