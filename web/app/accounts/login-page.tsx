import { Credentials, LoggedIn } from '@camilan/contract/accounts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { api } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { besideLogin, nextPath } from '~/platform/login-path'
import { privatePage } from '~/platform/meta'
import { startSession } from '~/platform/session'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { FormProblem } from '~/ui/form-problem'
import { PasswordField } from '~/ui/password-field'
import { AuthCard } from './auth-card'

export const meta = privatePage('Login')

/** Looser than the contract: a token that is missing has a sentence of its own. */
const LoginAnswer = z.object({ data: z.optional(z.partial(LoggedIn)) })

export default function LoginPage() {
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const form = useForm<Credentials>({
    resolver: standardSchemaResolver(Credentials),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function logIn(credentials: Credentials) {
    try {
      const { data } = await api.post('/api/auth/login', credentials, LoginAnswer)
      if (!data?.token) return form.setError('root', { message: 'Token tidak ditemukan dalam respons' })
      startSession(data.token, data.is_admin === true)
      await navigate(data.is_admin ? '/admin/dashboard' : nextPath(searchParams))
    } catch (error) {
      form.setError('root', { message: problemOf(error) })
    }
  }

  return (
    <AuthCard title="Masuk ke akun Anda">
      <form noValidate method="post" onSubmit={form.handleSubmit(logIn)} className="mt-6 grid gap-4">
        <FormProblem sentence={errors.root?.message} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Kata Sandi"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Link to="/auth/forgot-password" className="link -my-2.5 inline-flex min-h-11 items-center justify-self-end">
          Lupa kata sandi?
        </Link>
        <Button type="submit" pending={isSubmitting} className="mt-2 min-h-12">
          Login
        </Button>
      </form>
      <p className="mt-6 text-center">
        Belum punya akun?{' '}
        <Link to={besideLogin('/auth/register', searchParams)} className="link">
          Daftar
        </Link>
      </p>
    </AuthCard>
  )
}

function problemOf(error: unknown): string {
  const noAnswerCame = error instanceof ApiError && error.code === 'NETWORK'
  return noAnswerCame ? 'Terjadi kesalahan saat login' : sentenceOf(error, 'Login gagal')
}
