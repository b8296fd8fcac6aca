import { SecretRemoval } from '@camilan/contract/payment-keys'
import { type ReactNode, useState } from 'react'
import { api, type Schema } from '~/platform/api/api'
import { useApiForm } from '~/platform/forms/use-api-form'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { Dialog } from '~/ui/ask/dialog'
import { PasswordForm, passwordProblem } from './private-section'

interface RemoveSecretProps<T> {
  /** The label of the button, such as 'Hapus kunci'. */
  label: string
  question: string
  path: string
  schema: Schema<{ data: T; message?: string | undefined }>
  onRemoved: (data: T) => void
  children: ReactNode
}

/** A button that removes a stored secret, after a question and the administrator's password. */
export function RemoveSecret<T>({ label, question, children, ...form }: RemoveSecretProps<T>) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)} className="max-sm:grow">
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={question} holdsInput>
        <div className="mb-4 grid gap-2">{children}</div>
        <RemovalForm {...form} label={label} onClose={close} />
      </Dialog>
    </>
  )
}

type RemovalFormProps<T> = Omit<RemoveSecretProps<T>, 'question' | 'children'> & { onClose: () => void }

function RemovalForm<T>({ label, path, schema, onRemoved, onClose }: RemovalFormProps<T>) {
  const form = useApiForm({
    schema: SecretRemoval,
    initial: { current_password: '' },
    send: (removal) => api.post(path, removal, schema),
    done: ({ data, message = 'Sudah dihapus' }) => {
      onClose()
      toast(message)
      onRemoved(data)
    },
    failed: (error) => passwordProblem(error, 'Belum terhapus. Silakan coba lagi.'),
  })
  return <PasswordForm form={form} action={label} variant="danger" onCancel={onClose} />
}
