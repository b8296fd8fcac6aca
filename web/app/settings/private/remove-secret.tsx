import type { ReactNode } from 'react'
import { api, type Schema } from '~/platform/api/api'
import { toast } from '~/platform/state/toasts'
import { OpenDialog } from '~/ui/form/open-dialog'
import { useForm } from '~/ui/form/use-form'
import { PasswordForm } from './private-section'

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
  return (
    <OpenDialog label={label} className="max-sm:grow" title={question} holdsInput>
      {(close) => (
        <>
          <div className="mb-4 grid gap-2">{children}</div>
          <RemovalForm {...form} label={label} onClose={close} />
        </>
      )}
    </OpenDialog>
  )
}

type RemovalFormProps<T> = Omit<RemoveSecretProps<T>, 'question' | 'children'> & { onClose: () => void }

function RemovalForm<T>({ label, path, schema, onRemoved, onClose }: RemovalFormProps<T>) {
  const form = useForm({
    names: ['current_password'],
    send: (removal) => api.post(path, removal, schema),
    done: ({ data, message = 'Sudah dihapus' }) => {
      onClose()
      toast(message)
      onRemoved(data)
    },
    failed: 'Belum terhapus. Silakan coba lagi.',
  })
  return <PasswordForm form={form} action={label} variant="danger" onCancel={onClose} />
}
