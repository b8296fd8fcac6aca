import type { LoggedIn } from '@camilan/contract/accounts'
import { useEffect } from 'react'
import { api, unchecked } from '~/platform/api/api'
import { TextField } from '~/ui/fields/field'
import { NewPasswordField } from '~/ui/fields/password-field'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'

interface OwnAccountFormProps {
  onPending: (pending: boolean) => void
  onCancel: () => void
  /** The session of the new account. */
  onMade: (entered: LoggedIn) => Promise<void>
}

/** The form with which a demo administrator makes an account of their own. */
export function OwnAccountForm({ onPending, onCancel, onMade }: OwnAccountFormProps) {
  const form = useForm({
    names: ['name', 'email', 'password'],
    send: (account) => api.post('/api/admin/setup/account', account, unchecked<{ data: LoggedIn }>()),
    done: ({ data }) => onMade(data),
    failed: 'Gagal membuat akun',
  })
  useEffect(() => {
    onPending(form.pending)
    return () => onPending(false)
  }, [form.pending, onPending])
  return (
    <FormBody form={form} yes="Buat akun" onClose={onCancel}>
      <p>
        Anda sedang memakai akun contoh, yang kata sandinya diketahui umum. Buat akun administrator Anda sendiri;
        setelah itu contoh bisa dihapus.
      </p>
      <TextField label="Nama Lengkap" autoComplete="name" {...form.field('name')} />
      <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
      <NewPasswordField {...form.field('password')} />
    </FormBody>
  )
}
