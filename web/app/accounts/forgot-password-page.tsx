import { PasswordForgotten } from '@camilan/contract/accounts'
import { Message } from '@camilan/contract/wire'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { api } from '~/platform/api'
import { sentenceOf } from '~/platform/api-error'
import { privatePage } from '~/platform/meta'
import { showFieldErrors } from '~/platform/show-field-errors'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { FormProblem } from '~/ui/form-problem'
import { AuthCard } from './auth-card'

const title = 'Lupa kata sandi'
export const meta = privatePage(title)

export default function ForgotPasswordPage() {
  const [answer, setAnswer] = useState<string>()
  const form = useForm<PasswordForgotten>({
    resolver: standardSchemaResolver(PasswordForgotten),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function askForLink(forgotten: PasswordForgotten) {
    setAnswer(undefined)
    try {
      const { message } = await api.post('/api/auth/forgot-password', forgotten, Message)
      setAnswer(message)
    } catch (error) {
      showFieldErrors(form, error)
      form.setError('root', { message: sentenceOf(error, 'Gagal meminta tautan. Silakan coba lagi.') })
    }
  }

  return (
    <AuthCard title={title}>
      <p className="mt-2 text-muted">Tulis email akun Anda. Kami kirimkan tautan untuk membuat kata sandi baru.</p>
      <form noValidate method="post" onSubmit={form.handleSubmit(askForLink)} className="mt-6 grid gap-4">
        <FormProblem sentence={errors.root?.message} />
        {answer && (
          <p
            role="status"
            className="flex items-start gap-2.5 rounded-xl bg-accent-soft px-4 py-3 font-semibold text-accent"
          >
            <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
            {answer}
          </p>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" pending={isSubmitting} className="mt-2 min-h-12">
          {answer ? 'Kirim Ulang Tautan' : 'Kirim Tautan'}
        </Button>
      </form>
      <p className="mt-6 text-center">
        Sudah ingat?{' '}
        <Link to="/auth/login" className="link">
          Login
        </Link>
      </p>
    </AuthCard>
  )
}
