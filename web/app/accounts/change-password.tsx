import { PasswordChange } from '@camilan/contract/accounts'
import { Message } from '@camilan/contract/wire'
import { api } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { toast } from '~/platform/toasts'
import { useApiForm } from '~/platform/use-api-form'
import { Button } from '~/ui/button'
import { FormProblem } from '~/ui/notice'
import { NewPasswordField, PasswordField } from '~/ui/password-field'
import { SectionCard } from '~/ui/section-card'

/** Part of the profile. This device stays logged in. */
export function ChangePassword({ email }: { email: string }) {
  const form = useApiForm({
    schema: PasswordChange,
    initial: { current_password: '', new_password: '' },
    send: (passwords) => api.put('/api/users/me/password', passwords, Message),
    done: () => {
      form.reset()
      toast('Kata sandi berhasil diubah')
    },
    failed: (error) => {
      // A wrong current password has its sentence at the field, so it is not repeated above the fields.
      if (error instanceof ApiError && error.fields.current_password) return undefined
      return sentenceOf(error, 'Gagal mengubah kata sandi')
    },
  })
  return (
    <SectionCard title="Ubah Kata Sandi" className="md:p-6">
      <p className="mb-5 text-muted">
        Perangkat lain yang masih login dengan akun ini akan dikeluarkan. Perangkat ini tetap login.
      </p>
      <form noValidate method="post" onSubmit={form.submit} className="grid gap-5">
        <FormProblem sentence={form.problem} />
        {/* For password managers, which match the password with the account. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="grid items-start gap-5 md:grid-cols-2 lg:grid-cols-1">
          <PasswordField
            label="Kata Sandi Saat Ini"
            autoComplete="current-password"
            {...form.field('current_password')}
          />
          <NewPasswordField label="Kata Sandi Baru" {...form.field('new_password')} />
        </div>
        <div>
          <Button type="submit" variant="quiet" pending={form.pending}>
            Ubah Kata Sandi
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}
