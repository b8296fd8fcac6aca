import { api, unchecked } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'

/** Sends a mail to the administrator's own e-mail, and waits until the mail server has answered. */
export function TestMailButton({ isAgain }: { isAgain: boolean }) {
  const { pending, run } = useMutation({
    do: () => api.post('/api/admin/settings/mail-server/test', undefined, unchecked<{ message: string }>()),
    done: ({ message }) => toast(message),
    failed: 'Email uji tidak terkirim',
    revalidate: 'both',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()}>
      {pending ? 'Mengirim...' : isAgain ? 'Kirim email uji lagi' : 'Kirim email uji'}
    </Button>
  )
}
