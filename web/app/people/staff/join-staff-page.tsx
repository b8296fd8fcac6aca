import type { LoggedIn } from '@camilan/contract/accounts'
import { type InvitationCheck, invalidInvitation } from '@camilan/contract/staff'
import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { beginSession } from '~/people/begin-session'
import { AuthCard, AuthChecking, AuthForm, AuthRefused } from '~/people/login/auth-card'
import { useFragmentToken, useLinkCheck } from '~/people/login/use-mailed-token'
import { me } from '~/people/me'
import { api, unchecked } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useSession } from '~/platform/api/session'
import { useMutation } from '~/platform/api/use-mutation'
import { useAccountStore } from '~/platform/forms/account-store'
import { privatePage } from '~/platform/pages/meta'
import { useShopInfo } from '~/platform/pages/shop-info'
import { Button, LinkButton } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { TextField } from '~/ui/fields/field'
import { NewPasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'

const title = 'Bergabung sebagai staf'

export const meta = privatePage(title)

type Joined = { data: LoggedIn }

/** The link of an invitation leads here. */
export default function JoinStaffPage() {
  const { token, missing } = useFragmentToken()
  /** For whom the invitation is; null if it can't be used. */
  const { state: name, checkAgain } = useLinkCheck(
    token,
    '/api/auth/check-invitation',
    (answer: InvitationCheck) => answer.name,
    (isRefused) => (isRefused ? null : ''),
  )
  const { role, token: session } = useSession()
  if (missing || name === null) return <AuthRefused title={title} sentence={invalidInvitation} home />
  if (token === null || name === undefined) return <AuthChecking title={title} purpose="menerima undangan" />
  if (role !== 'customer') {
    return (
      <AuthRefused title={title} sentence={`Anda sudah mengelola toko ini. Undangan ini untuk ${name}.`} home>
        <LinkButton to={href('/admin/manage-orders')} className="min-h-12">
          Ke Pesanan
        </LinkButton>
      </AuthRefused>
    )
  }
  return session ? <WithAccount token={token} /> : <NewAccount token={token} name={name} checkAgain={checkAgain} />
}

/** For a customer who is logged in. */
function WithAccount({ token }: { token: string }) {
  const user = useAccountStore(me)
  const joined = useJoined()
  const [problem, setProblem] = useState<string>()
  const { pending, run } = useMutation({
    do: () => api.post('/api/users/me/join-staff', { token }, unchecked<Joined>()),
    done: joined,
    failed: (error) => setProblem(sentenceOf(error, 'Gagal menerima undangan. Silakan coba lagi.')),
  })
  return (
    <AuthCard title={title} intro={intro}>
      <div className="mt-6 grid gap-4">
        <FormProblem sentence={problem} />
        <p>
          Anda login sebagai <b className="wrap-anywhere">{user?.email ?? '…'}</b>. Setelah bergabung, perangkat Anda
          yang lain perlu login lagi.
        </p>
        <Button pending={pending} onClick={() => run()} className="min-h-12">
          Bergabung dengan akun ini
        </Button>
      </div>
    </AuthCard>
  )
}

interface NewAccountProps {
  token: string
  /** As the administrator wrote it. */
  name: string
  checkAgain: () => void
}

function NewAccount({ token, name, checkAgain }: NewAccountProps) {
  const { publicUrl } = useShopInfo()
  const joined = useJoined()
  const form = useForm({
    names: ['name', 'email', 'phone', 'password'],
    send: (helper) => api.post('/api/auth/join-staff', { token, ...helper }, unchecked<Joined>()),
    done: joined,
    failed: (error) => {
      if (error instanceof ApiError && error.fields.token !== undefined) checkAgain()
      if (error instanceof ApiError && error.code === 'EMAIL_TAKEN')
        return 'Email ini sudah punya akun. Login dulu dengan akun itu, lalu buka tautan undangan ini lagi.'
      if (error instanceof ApiError && error.code === 'FORBIDDEN')
        return `Buka tautan ini di alamat toko, ${publicUrl}.`
      return sentenceOf(error, 'Gagal membuat akun. Silakan coba lagi.')
    },
  })
  return (
    <AuthCard title={title} intro={`${intro} Buat akun Anda sendiri; tautan ini hanya berlaku sekali.`}>
      <AuthForm form={form} action="Buat Akun dan Login">
        <TextField label="Nama Lengkap" autoComplete="name" defaultValue={name} {...form.field('name')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <TextField label="No Telepon (opsional)" type="tel" autoComplete="tel" {...form.field('phone')} />
        <NewPasswordField {...form.field('password')} />
      </AuthForm>
    </AuthCard>
  )
}

const intro = 'Anda diundang membantu toko ini: pesanan, kemasan, dan stok.'

function useJoined() {
  const navigate = useNavigate()
  return async ({ data }: Joined) => {
    await beginSession(data)
    return navigate(href('/admin/manage-orders'), { replace: true })
  }
}
