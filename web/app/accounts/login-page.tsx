import { Credentials, LoggedIn } from '@camilan/contract/accounts'
import { href, Link, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { api } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { authPath, nextPath } from '~/platform/login-path'
import { privatePage } from '~/platform/meta'
import { startSession } from '~/platform/session'
import { useApiForm } from '~/platform/use-api-form'
import { TextField } from '~/ui/field'
import { PasswordField } from '~/ui/password-field'
import { AuthCard, AuthForm, AuthLink } from './auth-card'

export const meta = privatePage('Login')

/** Accepts more than the contract, because a missing token has its own sentence. */
const LoginAnswer = z.object({ data: z.optional(z.partial(LoggedIn)) })

export default function LoginPage() {
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const form = useApiForm({
    schema: Credentials,
    initial: { email: '', password: '' },
    send: (credentials) => api.post('/api/auth/login', credentials, LoginAnswer),
    done: async ({ data }) => {
      if (data?.token) {
        startSession(data.token, data.is_admin === true)
        await navigate(data.is_admin ? href('/admin/dashboard') : nextPath(searchParams))
      } else form.fail('Token tidak ditemukan dalam respons')
    },
    failed: problemOf,
  })
  return (
    <AuthCard title="Masuk ke akun Anda">
      <AuthForm form={form} action="Login">
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <PasswordField label="Kata Sandi" autoComplete="current-password" {...form.field('password')} />
        <Link
          to={href('/auth/forgot-password')}
          className="link -my-2.5 inline-flex min-h-11 items-center justify-self-end"
        >
          Lupa kata sandi?
        </Link>
      </AuthForm>
      <AuthLink question="Belum punya akun?" to={authPath('/auth/register', searchParams)} label="Daftar" />
    </AuthCard>
  )
}

function problemOf(error: unknown): string {
  const noAnswerCame = error instanceof ApiError && error.code === 'NETWORK'
  return noAnswerCame ? 'Terjadi kesalahan saat login' : sentenceOf(error, 'Login gagal')
}
