import { type EmailChangeUndone, invalidUndoLink } from '@camilan/contract/accounts'
import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { logOutHere } from '~/people/begin-session'
import { api, unchecked } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { privatePage } from '~/platform/pages/meta'
import { toast } from '~/platform/state/toasts'
import { LinkButton } from '~/ui/ask/button'
import { useForm } from '~/ui/form/use-form'
import type { Route } from './+types/undo-email-page'
import { AuthCard, AuthForm, AuthLink, AuthRefused } from './auth-card'
import { tokenState, useMailedToken } from './use-mailed-token'

const title = 'Kembalikan Email'

/** Until the page has read the token, its URL contains it, and no other server may see it. */
export const meta = (args: Route.MetaArgs) => [
  ...privatePage(title)(args),
  { name: 'referrer', content: 'no-referrer' },
]

/** The link in the notice about a new e-mail leads here. Only the button acts, because a mail program may open the link. */
export default function UndoEmailPage() {
  const { token, missing } = useMailedToken()
  const [refused, setRefused] = useState(false)
  const navigate = useNavigate()
  const form = useForm({
    names: [],
    send: () =>
      api.post('/api/auth/undo-email-change', { token }, unchecked<{ data: EmailChangeUndone; message?: string }>()),
    done: ({ data, message }) => {
      logOutHere()
      if (message) toast(message, 'status', { on: href('/auth/reset-password') })
      return navigate(href('/auth/reset-password'), { replace: true, state: tokenState(data.reset_token) })
    },
    failed: (error) => {
      const isLinkRefused = error instanceof ApiError && error.fields.token !== undefined
      setRefused(isLinkRefused)
      return isLinkRefused ? undefined : sentenceOf(error, 'Gagal mengembalikan email. Silakan coba lagi.')
    },
  })

  if (missing || refused) {
    return (
      <AuthRefused title={title} sentence={invalidUndoLink}>
        <p className="text-muted">
          Kalau email Anda sudah kembali tetapi kata sandi barunya belum dibuat, minta tautan kata sandi.
        </p>
        <LinkButton to={href('/auth/forgot-password')} className="min-h-12">
          Minta Tautan Kata Sandi
        </LinkButton>
      </AuthRefused>
    )
  }
  return (
    <AuthCard
      title={title}
      intro="Email akun Anda baru saja diganti. Bukan Anda yang menggantinya? Kembalikan di sini."
    >
      <section aria-labelledby="what-happens" className="mt-6">
        <h2 id="what-happens" className="font-bold">
          Yang akan terjadi
        </h2>
        <ul className="mt-2 grid list-disc gap-1.5 pl-5">
          <li>Akun memakai lagi email yang menerima pemberitahuan kami.</li>
          <li>Semua perangkat yang masih login dikeluarkan.</li>
          <li>Kata sandi lama tidak berlaku lagi, dan Anda langsung membuat yang baru.</li>
        </ul>
      </section>
      <AuthForm form={form} action="Kembalikan Email">
        {null}
      </AuthForm>
      <AuthLink question="Memang Anda yang mengganti?" to={href('/')} label="Biarkan" />
    </AuthCard>
  )
}
