import { AdminSettings } from '@camilan/contract/settings'
import { success } from '@camilan/contract/wire'
import { api, unchecked } from '~/platform/api'
import { useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'

const path = '/api/admin/settings'

/** Switches the mails about orders on, which a shop whose mail works is proposed. */
export function OrderMailsButton() {
  const { pending, run } = useMutation({
    async do() {
      const { version } = (await api.get(path, success(AdminSettings))).data
      return api.put(path, { version, mail_order_events: true }, unchecked())
    },
    done: 'Email pesanan dinyalakan. Anda bisa mematikannya di Pengaturan, Email dan peringatan.',
    failed: 'Gagal menyalakan email pesanan',
    revalidate: 'both',
  })
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()}>
      Nyalakan email pesanan
    </Button>
  )
}
