import { href, useNavigate } from 'react-router'
import { logOutHere } from '~/people/begin-session'
import { api, unchecked } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { toast } from '~/platform/state/toasts'
import { TextField } from '~/ui/fields/field'
import { NewPasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'
import { AuthCard, AuthForm, AuthLink } from './auth-card'

const title = 'Pakai kode pemulihan'
export const meta = privatePage(title)

/** An administrator sets a new password without mail. */
export default function RecoverPage() {
  const navigate = useNavigate()
  const form = useForm({
    names: ['email', 'code', 'password'],
    send: (recovery) => api.post('/api/auth/recover', recovery, unchecked<{ message: string }>()),
    done: ({ message }) => {
      logOutHere()
      toast(message, 'status', { on: href('/auth/login') })
      return navigate(href('/auth/login'), { replace: true })
    },
    failed: 'Gagal mengubah kata sandi. Silakan coba lagi.',
  })
  return (
    <AuthCard
      title={title}
      intro="Untuk penjual yang menyimpan kode pemulihan. Setelah ini semua perangkat yang masih login akan dikeluarkan."
    >
      <AuthForm form={form} action="Simpan Kata Sandi">
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <TextField
          label="Kode Pemulihan"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="ABCD-EFGH-JKMN-PQRS"
          hint="Salah satu dari sepuluh kode Anda yang belum dipakai."
          {...form.field('code')}
        />
        <NewPasswordField label="Kata Sandi Baru" {...form.field('password')} />
      </AuthForm>
      <AuthLink question="Sudah ingat kata sandi lama?" to={href('/auth/login')} label="Login" />
    </AuthCard>
  )
}
