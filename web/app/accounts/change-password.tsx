import { PasswordChange } from '@camilan/contract/accounts'
import { Message } from '@camilan/contract/wire'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { api } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { showFieldErrors } from '~/platform/show-field-errors'
import { toast } from '~/platform/toasts'
import { Button } from '~/ui/button'
import { FormProblem } from '~/ui/form-problem'
import { PasswordField } from '~/ui/password-field'
import { SectionCard } from '~/ui/section-card'

/** Part of the profile. This device stays logged in. */
export function ChangePassword({ email }: { email: string }) {
  const form = useForm<PasswordChange>({
    resolver: standardSchemaResolver(PasswordChange),
    defaultValues: { current_password: '', new_password: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function change(passwords: PasswordChange) {
    try {
      await api.put('/api/users/me/password', passwords, Message)
      form.reset()
      toast('Kata sandi berhasil diubah')
    } catch (error) {
      showFieldErrors(form, error)
      // What is said at its field is not said twice.
      if (error instanceof ApiError && error.fields.current_password) return
      form.setError('root', { message: sentenceOf(error, 'Gagal mengubah kata sandi') })
    }
  }

  return (
    <SectionCard title="Ubah Kata Sandi" className="mt-4 md:p-6">
      <p className="mb-5 text-muted">
        Perangkat lain yang masih login dengan akun ini akan dikeluarkan. Perangkat ini tetap login.
      </p>
      <form noValidate method="post" onSubmit={form.handleSubmit(change)} className="grid gap-5">
        <FormProblem sentence={errors.root?.message} />
        {/* Tells a password manager whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="grid items-start gap-5 md:grid-cols-2">
          <PasswordField
            label="Kata Sandi Saat Ini"
            autoComplete="current-password"
            error={errors.current_password?.message}
            {...form.register('current_password')}
          />
          <PasswordField
            label="Kata Sandi Baru"
            autoComplete="new-password"
            hint="Minimal 8 karakter."
            error={errors.new_password?.message}
            {...form.register('new_password')}
          />
        </div>
        <div>
          <Button type="submit" variant="quiet" pending={isSubmitting}>
            Ubah Kata Sandi
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}
