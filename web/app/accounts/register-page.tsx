import { Registration } from '@camilan/contract/accounts'
import { Message } from '@camilan/contract/wire'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '~/platform/api'
import { sentenceOf } from '~/platform/api-error'
import { besideLogin } from '~/platform/login-path'
import { privatePage } from '~/platform/meta'
import { showFieldErrors } from '~/platform/show-field-errors'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { FormProblem } from '~/ui/form-problem'
import { PasswordField } from '~/ui/password-field'
import { AuthCard } from './auth-card'

export const meta = privatePage('Daftar')

/** Long enough to read that it worked. */
const toLoginAfterMs = 1_500

export default function RegisterPage() {
  const [welcome, setWelcome] = useState<string>()
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const loginPage = besideLogin('/auth/login', searchParams)
  const form = useForm<Registration>({
    resolver: standardSchemaResolver(Registration),
    defaultValues: { name: '', email: '', phone: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState

  useEffect(() => {
    if (welcome === undefined) return
    const timer = setTimeout(() => navigate(loginPage), toLoginAfterMs)
    return () => clearTimeout(timer)
  }, [welcome, navigate, loginPage])

  async function register(registration: Registration) {
    try {
      const { message } = await api.post('/api/auth/register', registration, Message)
      setWelcome(message)
    } catch (error) {
      showFieldErrors(form, error)
      form.setError('root', { message: sentenceOf(error, 'Gagal mendaftarkan pengguna.') })
    }
  }

  return (
    <AuthCard title="Buat akun baru">
      <form noValidate method="post" onSubmit={form.handleSubmit(register)} className="mt-6 grid gap-4">
        <FormProblem sentence={errors.root?.message} />
        {welcome && (
          <p role="status" className="flex gap-2.5 rounded-xl bg-accent-soft px-4 py-3 font-semibold text-accent">
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
            {welcome}
          </p>
        )}
        <TextField label="Nama Lengkap" autoComplete="name" error={errors.name?.message} {...form.register('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextField
          label="No Telepon"
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...form.register('phone')}
        />
        <PasswordField
          label="Kata Sandi"
          autoComplete="new-password"
          hint="Minimal 8 karakter."
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" pending={isSubmitting} disabled={welcome !== undefined} className="mt-2 min-h-12">
          Daftar
        </Button>
      </form>
      <p className="mt-6 text-center">
        Sudah punya akun?{' '}
        <Link to={loginPage} className="link">
          Login
        </Link>
      </p>
    </AuthCard>
  )
}
