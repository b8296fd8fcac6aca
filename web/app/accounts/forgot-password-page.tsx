import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { href } from 'react-router'
import { api, unchecked } from '~/platform/api'
import { privatePage } from '~/platform/meta'
import { TextField } from '~/ui/field'
import { FormSuccess } from '~/ui/notice'
import { AuthCard, AuthForm, AuthLink } from './auth-card'
import { useAuthForm } from './use-auth-form'

const title = 'Lupa kata sandi'
export const meta = privatePage(title)

export default function ForgotPasswordPage() {
  const [answer, setAnswer] = useState<string>()
  const form = useAuthForm({
    names: ['email'],
    send: (forgotten) => {
      setAnswer(undefined)
      return api.post('/api/auth/forgot-password', forgotten, unchecked<{ message: string }>())
    },
    done: ({ message }) => setAnswer(message),
    failed: 'Gagal meminta tautan. Silakan coba lagi.',
  })
  return (
    <AuthCard title={title} intro="Tulis email akun Anda. Kami kirimkan tautan untuk membuat kata sandi baru.">
      <AuthForm form={form} action={answer ? 'Kirim Ulang Tautan' : 'Kirim Tautan'}>
        <FormSuccess icon={MailCheck} sentence={answer} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
      </AuthForm>
      <AuthLink question="Sudah ingat?" to={href('/auth/login')} label="Login" />
    </AuthCard>
  )
}
