import type { LoggedIn } from '@camilan/contract/accounts'
import { useEffect, useState } from 'react'
import { href, Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { beginSession, canKeepLogin, cannotKeepLogin } from '~/people/begin-session'
import { api, unchecked } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { authPath, nextPath } from '~/platform/api/login-path'
import { useSession } from '~/platform/api/session'
import { privatePage } from '~/platform/pages/meta'
import { dismissMessages } from '~/platform/state/toasts'
import { Notice } from '~/ui/ask/notice'
import { TextField } from '~/ui/fields/field'
import { PasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'
import { AuthCard, AuthForm, AuthLink } from './auth-card'
import { firstPages, useGoOn } from './go-on'

export const meta = privatePage('Login')

/** Less than the contract promises, because a missing token has its own sentence. */
interface LoginAnswer {
  data?: Partial<LoggedIn>
}

/** The location state of the redirect after a registration: it fills in the e-mail, without a place in the URL. */
export interface LoginPageState {
  email: string
}

export default function LoginPage() {
  const registered = useLocation().state as Partial<LoginPageState> | null
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const { known } = useSession()
  const [isForgotten, setForgotten] = useState(false)
  useEffect(() => setForgotten(!canKeepLogin()), [])
  const form = useForm({
    names: ['email', 'password'],
    send: (credentials) => api.post('/api/auth/login', credentials, unchecked<LoginAnswer>()),
    done: async ({ data }) => {
      if (data?.token) {
        const role = data.role ?? (data.is_admin ? 'admin' : 'customer')
        dismissMessages()
        await beginSession({ token: data.token, id: data.id, role })
        await navigate(nextPath(searchParams, firstPages[role]), { replace: true })
      } else form.fail('Token tidak ditemukan dalam respons')
    },
    failed: problemOf,
  })
  useGoOn()
  return (
    <AuthCard title="Login ke akun Anda" intro={whyOf(known ? nextPath(searchParams) : '')}>
      {isForgotten && (
        <div className="mt-4">
          <Notice>{cannotKeepLogin}</Notice>
        </div>
      )}
      <AuthForm form={form} action="Login">
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          defaultValue={registered?.email}
          {...form.field('email')}
        />
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

/** Why the requested page needs an account. The server does not know that page. */
function whyOf(next: string): string {
  if (/^\/(cart|order)\b/.test(next)) return 'Supaya keranjang dan alamat Anda tersimpan, lalu lanjut memesan.'
  if (next.startsWith('/my-order')) return 'Supaya hanya Anda yang melihat pesanan Anda.'
  if (next.startsWith('/products')) return 'Sebentar saja, lalu lanjutkan dari camilan yang tadi.'
  return 'Untuk memesan, membayar, dan mengikuti kiriman camilan Anda.'
}

function problemOf(error: unknown): string {
  const noAnswerCame = error instanceof ApiError && error.code === 'NETWORK'
  return noAnswerCame ? 'Terjadi kesalahan saat login' : sentenceOf(error, 'Login gagal')
}
