import { jakartaDay } from '@camilan/contract/jakarta'
import { settingLengths } from '@camilan/contract/lengths'
import { nextJakartaMidnight } from '@camilan/contract/opening'
import { AdminOpening } from '@camilan/contract/opening-answer'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { refreshOpening } from '~/platform/pages/opening'
import { serverDate } from '~/platform/state/server-time'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import { TextAreaField, TextField } from '~/ui/fields/field'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'

interface CloseShopDialogProps {
  open: boolean
  onClose: () => void
  onDone?: () => Promise<void>
}

/** Asks for the sentence and the day on which the shop opens again; both are optional. */
export function CloseShopDialog({ open, onClose, onDone }: CloseShopDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Tutup sementara" holdsInput>
      <CloseShopForm onClose={onClose} {...(onDone && { onDone })} />
    </Dialog>
  )
}

function CloseShopForm({ onClose, onDone }: Omit<CloseShopDialogProps, 'open'>) {
  const form = useForm({
    names: ['sentence', 'reopens_on'],
    send: ({ sentence, reopens_on }) =>
      api.post('/api/admin/opening/close', { sentence, reopens_on: reopens_on || null }, success(AdminOpening)),
    done: async ({ message = '' }) => {
      onClose()
      toast(message)
      await Promise.allSettled([refreshOpening(), onDone?.()])
    },
    failed: 'Toko belum ditutup. Silakan coba lagi.',
    revalidate: 'done',
  })
  return (
    <FormBody form={form} yes="Tutup toko" onClose={onClose}>
      <p>Pembeli tetap bisa melihat produk, mengisi keranjang, dan membayar pesanan yang sudah dibuat.</p>
      <TextAreaField
        label="Kalimat untuk pembeli (opsional)"
        rows={2}
        maxLength={settingLengths.closedSentence}
        placeholder="Libur Lebaran. Terima kasih sudah menunggu."
        {...form.field('sentence')}
      />
      <TextField
        label="Buka lagi pada (opsional)"
        type="date"
        min={jakartaDay(nextJakartaMidnight(serverDate()))}
        hint="Toko buka sendiri pada awal hari itu. Kosongkan kalau belum tahu."
        {...form.field('reopens_on')}
      />
    </FormBody>
  )
}

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
