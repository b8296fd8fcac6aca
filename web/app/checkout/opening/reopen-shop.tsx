import { AdminOpening } from '@camilan/contract/opening-answer'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { refreshOpening } from './opening'

/** Ends the closure at once. Hours and the cap of the day still apply, and the answer says so. */
export function ReopenShop({ onDone }: { onDone?: () => Promise<void> }) {
  const { pending, run } = useMutation({
    do: () => api.post('/api/admin/opening/reopen', undefined, success(AdminOpening)),
    done: async ({ message = '' }) => {
      toast(message)
      await Promise.allSettled([refreshOpening(), onDone?.()])
    },
    failed: 'Toko belum dibuka. Silakan coba lagi.',
    revalidate: 'both',
  })
  return (
    <Button pending={pending} onClick={run}>
      Buka lagi
    </Button>
  )
}
