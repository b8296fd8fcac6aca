import { jakartaDay } from '@camilan/contract/jakarta'
import { settingLengths } from '@camilan/contract/lengths'
import { nextJakartaMidnight } from '@camilan/contract/opening'
import { AdminOpening } from '@camilan/contract/opening-answer'
import { success } from '@camilan/contract/wire'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { useApiForm } from '~/platform/forms/use-api-form'
import { serverDate } from '~/platform/state/server-time'
import { toast } from '~/platform/state/toasts'
import { Dialog, DialogButtons } from '~/ui/ask/dialog'
import { FormProblem } from '~/ui/ask/notice'
import { TextAreaField, TextField } from '~/ui/fields/field'
import { refreshOpening } from './opening'

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

const Form = z.object({ sentence: z.string(), reopens_on: z.string() })

function CloseShopForm({ onClose, onDone }: Omit<CloseShopDialogProps, 'open'>) {
  const { submit, pending, problem, field } = useApiForm({
    schema: Form,
    initial: { sentence: '', reopens_on: '' },
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
    <form noValidate onSubmit={submit} className="grid gap-4">
      <FormProblem sentence={problem} />
      <p>Pembeli tetap bisa melihat produk, mengisi keranjang, dan membayar pesanan yang sudah dibuat.</p>
      <TextAreaField
        label="Kalimat untuk pembeli (opsional)"
        rows={2}
        maxLength={settingLengths.closedSentence}
        placeholder="Libur Lebaran. Terima kasih sudah menunggu."
        {...field('sentence')}
      />
      <TextField
        label="Buka lagi pada (opsional)"
        type="date"
        min={jakartaDay(nextJakartaMidnight(serverDate()))}
        hint="Toko buka sendiri pada awal hari itu. Kosongkan kalau belum tahu."
        {...field('reopens_on')}
      />
      <DialogButtons yes="Tutup toko" pending={pending} onCancel={onClose} />
    </form>
  )
}
