import { Refund, RefundSending } from '@camilan/contract/refunds'
import { success } from '@camilan/contract/wire'
import { useRevalidator } from 'react-router'
import { api } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { useApiForm } from '~/platform/use-api-form'
import { OwnPasswordField } from '~/settings/private-section'
import { Button } from '~/ui/button'
import { FormProblem } from '~/ui/notice'

/** Asks for the administrator's password, and then the gateway for the refund. */
export default function SendForm({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useApiForm({
    schema: RefundSending,
    initial: { current_password: '' },
    send: (sending) => api.post(`/api/admin/refunds/${refund.refund_id}/send`, sending, success(Refund)),
    async done({ data: { state, refused } }) {
      onClose()
      if (state === 'done') toast('Dana sudah dikembalikan lewat Midtrans')
      else if (state === 'asked') toast('Midtrans belum menjawab. Toko terus bertanya.')
      else toast(refused ?? 'Midtrans menolak pengembalian ini.', 'alert')
      await revalidate()
    },
    failed: (error) =>
      error instanceof ApiError && error.fields.current_password
        ? undefined
        : sentenceOf(error, 'Belum terkirim. Silakan coba lagi.'),
  })
  return (
    <form noValidate method="post" autoComplete="off" onSubmit={form.submit} className="grid gap-4">
      <FormProblem sentence={form.problem} />
      <OwnPasswordField {...form.field('current_password')} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" disabled={form.pending} onClick={onClose}>
          Batal
        </Button>
        <Button type="submit" pending={form.pending}>
          Kembalikan
        </Button>
      </div>
    </form>
  )
}
