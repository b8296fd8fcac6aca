import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { authPath } from '~/platform/api/login-path'
import { privatePage } from '~/platform/pages/meta'
import { LinkButton } from '~/ui/ask/button'
import { FormSuccess } from '~/ui/ask/notice'
import { TextField } from '~/ui/fields/field'
import { NewPasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'
import { AuthCard, AuthForm, AuthLink } from './auth-card'
import { useGoOn } from './go-on'
import type { LoginPageState } from './login-page'

export const meta = privatePage('Daftar')

/** Long enough to read the success message before the login page opens. */
const redirectAfterMs = 1_500

interface Welcome {
  sentence: string
  email: string
}

export default function RegisterPage() {
  const [welcome, setWelcome] = useState<Welcome>()
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const loginPage = authPath('/auth/login', searchParams)
  useGoOn()
  const form = useForm({
    names: ['name', 'email', 'phone', 'password'],
    send: async (registration) => {
      const { message } = await api.post('/api/auth/register', registration, unchecked<{ message: string }>())
      return { sentence: message, email: registration.email }
    },
    done: setWelcome,
    failed: 'Gagal mendaftarkan pengguna.',
  })

  useEffect(() => {
    if (welcome === undefined) return
    const state: LoginPageState = { email: welcome.email }
    const timer = setTimeout(() => navigate(loginPage, { state }), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [welcome, navigate, loginPage])

  if (welcome) {
    return (
      <AuthCard title="Akun Anda siap" intro="Halaman login terbuka dengan sendirinya.">
        <div className="mt-6 grid gap-4">
          <FormSuccess icon={CircleCheck} sentence={welcome.sentence} />
          <LinkButton to={loginPage} state={{ email: welcome.email } satisfies LoginPageState} className="min-h-12">
            Login
          </LinkButton>
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title="Buat akun baru"
      intro="Sekali daftar, lalu camilan dipesan, dibayar, dan diikuti kirimannya dari sini."
    >
      <AuthForm form={form} action="Daftar">
        <TextField label="Nama Lengkap" autoComplete="name" {...form.field('name')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <TextField
          label="No Telepon"
          type="tel"
          autoComplete="tel"
          hint="Hanya untuk kurir dan penjual, kalau ada yang perlu ditanyakan."
          {...form.field('phone')}
        />
        <NewPasswordField {...form.field('password')} />
      </AuthForm>
      <AuthLink question="Sudah punya akun?" to={loginPage} label="Login" />
    </AuthCard>
  )
}
