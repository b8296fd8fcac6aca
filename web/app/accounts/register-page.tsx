import { passwordLength } from '@camilan/contract/lengths'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api, unchecked } from '~/platform/api'
import { authPath } from '~/platform/login-path'
import { privatePage } from '~/platform/meta'
import { TextField } from '~/ui/field'
import { FormSuccess } from '~/ui/notice'
import { PasswordField } from '~/ui/password-field'
import { AuthCard, AuthForm, AuthLink } from './auth-card'
import { useAuthForm } from './use-auth-form'

export const meta = privatePage('Daftar')

/** Long enough to read the success message before the login page opens. */
const redirectAfterMs = 1_500

export default function RegisterPage() {
  const [welcome, setWelcome] = useState<string>()
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const loginPage = authPath('/auth/login', searchParams)
  const form = useAuthForm({
    names: ['name', 'email', 'phone', 'password'],
    send: (registration) => api.post('/api/auth/register', registration, unchecked<{ message: string }>()),
    done: ({ message }) => setWelcome(message),
    failed: 'Gagal mendaftarkan pengguna.',
  })

  useEffect(() => {
    if (welcome === undefined) return
    const timer = setTimeout(() => navigate(loginPage), redirectAfterMs)
    return () => clearTimeout(timer)
  }, [welcome, navigate, loginPage])

  return (
    <AuthCard title="Buat akun baru">
      <AuthForm form={form} action="Daftar" disabled={welcome !== undefined}>
        <FormSuccess icon={CircleCheck} sentence={welcome} />
        <TextField label="Nama Lengkap" autoComplete="name" {...form.field('name')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <TextField label="No Telepon" type="tel" autoComplete="tel" {...form.field('phone')} />
        <PasswordField
          label="Kata Sandi"
          autoComplete="new-password"
          hint={`Minimal ${passwordLength.min} karakter.`}
          {...form.field('password')}
        />
      </AuthForm>
      <AuthLink question="Sudah punya akun?" to={loginPage} label="Login" />
    </AuthCard>
  )
}
