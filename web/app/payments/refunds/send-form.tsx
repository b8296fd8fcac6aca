import { Refund } from '@camilan/contract/refunds'
import { success } from '@camilan/contract/wire'
import { useRevalidator } from 'react-router'
import { api } from '~/platform/api/api'
import { toast } from '~/platform/state/toasts'
import { PasswordForm } from '~/settings/private/private-section'
import { useForm } from '~/ui/form/use-form'

/** Asks for the administrator's password, and then the gateway for the refund. */
export default function SendForm({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useForm({
    names: ['current_password'],
    send: (sending) => api.post(`/api/admin/refunds/${refund.refund_id}/send`, sending, success(Refund)),
    async done({ data: { state, refused } }) {
      onClose()
      if (state === 'done') toast('Dana sudah dikembalikan lewat Midtrans')
      else if (state === 'asked') toast('Midtrans belum menjawab. Toko terus bertanya.')
      else toast(refused ?? 'Midtrans menolak pengembalian ini.', 'alert')
      await revalidate()
    },
    failed: 'Belum terkirim. Silakan coba lagi.',
  })
  return <PasswordForm form={form} action="Kembalikan" onCancel={onClose} />
}
