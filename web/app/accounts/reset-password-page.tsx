import { invalidResetLink, type ResetLinkCheck } from '@camilan/contract/accounts'
import { useEffect, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { api, unchecked } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { privatePage } from '~/platform/meta'
import { endSession } from '~/platform/session'
import { toast } from '~/platform/toasts'
import { LinkButton } from '~/ui/button'
import { NewPasswordField } from '~/ui/password-field'
import type { Route } from './+types/reset-password-page'
import { AuthCard, AuthForm, AuthLink, AuthRefused } from './auth-card'
import { useAuthForm } from './use-auth-form'
import { useMailedToken } from './use-mailed-token'

const title = 'Buat kata sandi baru'

/** Until the page has read the token, its URL contains it, and no other server may see it. */
export const meta = (args: Route.MetaArgs) => [
  ...privatePage(title)(args),
  { name: 'referrer', content: 'no-referrer' },
]

export default function ResetPasswordPage() {
  const { token, missing } = useMailedToken()
  const [refused, setRefused] = useState(false)
  const link = useLinkCheck(token)
  const navigate = useNavigate()
  const form = useAuthForm({
    names: ['password'],
    send: ({ password }) => api.post('/api/auth/reset-password', { token, password }, unchecked<{ message: string }>()),
    done: ({ message }) => {
      endSession()
      toast(message)
      return navigate(href('/auth/login'), { replace: true })
    },
    failed: (error) => {
      const isLinkRefused = error instanceof ApiError && error.fields.token !== undefined
      setRefused(isLinkRefused)
      return isLinkRefused ? undefined : sentenceOf(error, 'Gagal mengubah kata sandi. Silakan coba lagi.')
    },
  })

  if (missing || refused || link === 'invalid') {
    return (
      <AuthRefused title={title} sentence={invalidResetLink}>
        <LinkButton to={href('/auth/forgot-password')} className="min-h-12">
          Minta Tautan Baru
        </LinkButton>
      </AuthRefused>
    )
  }
  if (link === 'unknown') {
    return (
      <AuthCard title={title} busy>
        <p role="status" className="mt-6 text-muted noscript:hidden">
          Memeriksa tautan…
        </p>
        <noscript>
          <p className="mt-6">Nyalakan JavaScript di peramban Anda untuk membuat kata sandi baru.</p>
        </noscript>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={title} intro="Setelah ini semua perangkat yang masih login akan dikeluarkan.">
      <AuthForm form={form} action="Simpan Kata Sandi">
        <NewPasswordField label="Kata Sandi Baru" {...form.field('password')} />
      </AuthForm>
      <AuthLink question="Sudah ingat kata sandi lama?" to={href('/auth/login')} label="Login" />
    </AuthCard>
  )
}

/**
 * Whether the link can still be used, before the user types a password. If the shop does not answer, the form is shown: the
 * shop checks the link again with the new password.
 */
function useLinkCheck(token: string | null): 'unknown' | 'usable' | 'invalid' {
  const [checked, setChecked] = useState<{ token: string; valid: boolean }>()
  useEffect(() => {
    if (token === null) return
    const leaving = new AbortController()
    const answer = api.post('/api/auth/check-reset-link', { token }, unchecked<{ data: ResetLinkCheck }>(), {
      signal: leaving.signal,
    })
    answer
      .then(({ data }) => data.valid)
      .catch(() => true)
      .then((valid) => {
        if (!leaving.signal.aborted) setChecked({ token, valid })
      })
    return () => leaving.abort()
  }, [token])
  if (checked === undefined || checked.token !== token) return 'unknown'
  return checked.valid ? 'usable' : 'invalid'
}
