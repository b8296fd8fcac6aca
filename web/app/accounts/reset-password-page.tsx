import { invalidResetLink, PasswordReset } from '@camilan/contract/accounts'
import { Message } from '@camilan/contract/wire'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { api } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { privatePage } from '~/platform/meta'
import { endSession } from '~/platform/session'
import { showFieldErrors } from '~/platform/show-field-errors'
import { toast } from '~/platform/toasts'
import { Button, LinkButton } from '~/ui/button'
import { FormProblem } from '~/ui/form-problem'
import { PasswordField } from '~/ui/password-field'
import type { Route } from './+types/reset-password-page'
import { AuthCard } from './auth-card'
import { useResetToken } from './use-reset-token'

const title = 'Buat kata sandi baru'

/** The address holds a secret until the page has read it: nobody else gets to see where a request came from. */
export const meta = (args: Route.MetaArgs) => [
  ...privatePage(title)(args),
  { name: 'referrer', content: 'no-referrer' },
]

const NewPassword = z.pick(PasswordReset, { password: true })
type NewPassword = z.output<typeof NewPassword>

export default function ResetPasswordPage() {
  const { token, missing } = useResetToken()
  const [refused, setRefused] = useState(false)
  const navigate = useNavigate()
  const form = useForm<NewPassword>({
    resolver: standardSchemaResolver(NewPassword),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function reset({ password }: NewPassword) {
    try {
      const { message } = await api.post('/api/auth/reset-password', { token, password }, Message)
      endSession()
      toast(message)
      await navigate('/auth/login', { replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.fields.token) return setRefused(true)
      showFieldErrors(form, error)
      form.setError('root', { message: sentenceOf(error, 'Gagal mengubah kata sandi. Silakan coba lagi.') })
    }
  }

  if (missing || refused) {
    return (
      <AuthCard title={title}>
        <div className="mt-6 grid gap-4">
          <FormProblem sentence={invalidResetLink} />
          <LinkButton to="/auth/forgot-password" className="min-h-12">
            Minta Tautan Baru
          </LinkButton>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={title}>
      <p className="mt-2 text-muted">Setelah ini semua perangkat yang masih login akan dikeluarkan.</p>
      <form noValidate method="post" onSubmit={form.handleSubmit(reset)} className="mt-6 grid gap-4">
        <FormProblem sentence={errors.root?.message} />
        <PasswordField
          label="Kata Sandi Baru"
          autoComplete="new-password"
          hint="Minimal 8 karakter."
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" pending={isSubmitting} className="mt-2 min-h-12">
          Simpan Kata Sandi
        </Button>
      </form>
      <p className="mt-6 text-center">
        Sudah ingat kata sandi lama?{' '}
        <Link to="/auth/login" className="link">
          Login
        </Link>
      </p>
    </AuthCard>
  )
}
