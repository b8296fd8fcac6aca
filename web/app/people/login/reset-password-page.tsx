import { invalidResetLink, type ResetLinkCheck } from '@camilan/contract/accounts'
import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { logOutHere } from '~/people/begin-session'
import { api, unchecked } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { privatePage } from '~/platform/pages/meta'
import { toast } from '~/platform/state/toasts'
import { LinkButton } from '~/ui/ask/button'
import { NewPasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'
import type { Route } from './+types/reset-password-page'
import { AuthCard, AuthChecking, AuthForm, AuthLink, AuthRefused } from './auth-card'
import { useLinkCheck, useMailedToken } from './use-mailed-token'

const title = 'Buat kata sandi baru'

/** Until the page has read the token, its URL contains it, and no other server may see it. */
export const meta = (args: Route.MetaArgs) => [
  ...privatePage(title)(args),
  { name: 'referrer', content: 'no-referrer' },
]

export default function ResetPasswordPage() {
  const { token, missing } = useMailedToken()
  const [refused, setRefused] = useState(false)
  const { state: isUsable } = useLinkCheck(
    token,
    '/api/auth/check-reset-link',
    ({ valid }: ResetLinkCheck) => valid,
    () => true,
  )
  const navigate = useNavigate()
  const form = useForm({
    names: ['password'],
    send: ({ password }) => api.post('/api/auth/reset-password', { token, password }, unchecked<{ message: string }>()),
    done: ({ message }) => {
      logOutHere()
      toast(message, 'status', { on: href('/auth/login') })
      return navigate(href('/auth/login'), { replace: true })
    },
    failed: (error) => {
      const isLinkRefused = error instanceof ApiError && error.fields.token !== undefined
      setRefused(isLinkRefused)
      return isLinkRefused ? undefined : sentenceOf(error, 'Gagal mengubah kata sandi. Silakan coba lagi.')
    },
  })

  if (missing || refused || isUsable === false) {
    return (
      <AuthRefused title={title} sentence={invalidResetLink}>
        <LinkButton to={href('/auth/forgot-password')} className="min-h-12">
          Minta Tautan Baru
        </LinkButton>
      </AuthRefused>
    )
  }
  if (isUsable === undefined) return <AuthChecking title={title} purpose="membuat kata sandi baru" />
  return (
    <AuthCard title={title} intro="Setelah ini semua perangkat yang masih login akan dikeluarkan.">
      <AuthForm form={form} action="Simpan Kata Sandi">
        <NewPasswordField label="Kata Sandi Baru" {...form.field('password')} />
      </AuthForm>
      <AuthLink question="Sudah ingat kata sandi lama?" to={href('/auth/login')} label="Login" />
    </AuthCard>
  )
}
