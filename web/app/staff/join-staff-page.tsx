import type { LoggedIn } from '@camilan/contract/accounts'
import { type InvitationCheck, invalidInvitation } from '@camilan/contract/staff'
import { type ReactNode, useEffect, useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { AuthCard, AuthForm, AuthRefused } from '~/accounts/auth-card'
import { me } from '~/accounts/me'
import { useAuthForm } from '~/accounts/use-auth-form'
import { useFragmentToken } from '~/accounts/use-mailed-token'
import { useAccountStore } from '~/platform/account-store'
import { api, unchecked } from '~/platform/api'
import { ApiError, sentenceOf } from '~/platform/api-error'
import { privatePage } from '~/platform/meta'
import { startSession, useSession } from '~/platform/session'
import { useShopInfo } from '~/platform/shop-info'
import { useMutation } from '~/platform/use-mutation'
import { Button, LinkButton } from '~/ui/button'
import { TextField } from '~/ui/field'
import { FormProblem } from '~/ui/notice'
import { NewPasswordField } from '~/ui/password-field'

const title = 'Bergabung sebagai staf'

export const meta = privatePage(title)

type Joined = { data: LoggedIn }

/** The link of an invitation leads here. */
export default function JoinStaffPage() {
  const { token, missing } = useFragmentToken()
  const [round, setRound] = useState(0)
  const name = useInvited(token, round)
  const { role, token: session } = useSession()
  const checkAgain = () => setRound((former) => former + 1)
  if (missing || name === null) return <Refused sentence={invalidInvitation} />
  if (token === null || name === undefined) {
    return (
      <AuthCard title={title} busy>
        <p role="status" className="mt-6 text-muted noscript:hidden">
          Memeriksa tautan…
        </p>
        <noscript>
          <p className="mt-6">Nyalakan JavaScript di peramban Anda untuk menerima undangan.</p>
        </noscript>
      </AuthCard>
    )
  }
  if (role !== 'customer') {
    return (
      <Refused sentence={`Anda sudah mengelola toko ini. Undangan ini untuk ${name}.`}>
        <LinkButton to={href('/admin/manage-orders')} className="min-h-12">
          Ke Pesanan
        </LinkButton>
      </Refused>
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
          Anda masuk sebagai <b className="wrap-anywhere">{user?.email ?? '…'}</b>. Setelah bergabung, perangkat Anda
          yang lain perlu masuk lagi.
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
  const form = useAuthForm({
    names: ['name', 'email', 'phone', 'password'],
    send: (helper) => api.post('/api/auth/join-staff', { token, ...helper }, unchecked<Joined>()),
    done: joined,
    failed: (error) => {
      if (error instanceof ApiError && error.fields.token !== undefined) checkAgain()
      if (error instanceof ApiError && error.code === 'EMAIL_TAKEN')
        return 'Email ini sudah punya akun. Masuk dulu dengan akun itu, lalu buka tautan undangan ini lagi.'
      if (error instanceof ApiError && error.code === 'FORBIDDEN')
        return `Buka tautan ini di alamat toko, ${publicUrl}.`
      return sentenceOf(error, 'Gagal membuat akun. Silakan coba lagi.')
    },
  })
  return (
    <AuthCard title={title} intro={`${intro} Buat akun Anda sendiri; tautan ini hanya berlaku sekali.`}>
      <AuthForm form={form} action="Buat Akun dan Masuk">
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
  return ({ data }: Joined) => {
    startSession(data.token, data.role)
    return navigate(href('/admin/manage-orders'), { replace: true })
  }
}

function Refused({ sentence, children }: { sentence: string; children?: ReactNode }) {
  return (
    <AuthRefused title={title} sentence={sentence}>
      {children}
      <p className="text-center">
        <Link to={href('/')} className="link">
          Ke Beranda
        </Link>
      </p>
    </AuthRefused>
  )
}

/**
 * For whom the invitation is; null: it can't be used; undefined while it is unknown. If the shop does not answer, the form is
 * shown: the shop checks the invitation again with the account.
 */
function useInvited(token: string | null, round: number): string | null | undefined {
  const [checked, setChecked] = useState<{ token: string; name: string | null }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    if (token === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    api
      .post('/api/auth/check-invitation', { token }, unchecked<{ data: InvitationCheck }>(), { signal })
      .then(({ data }) => data.name)
      .catch((error: unknown) => (error instanceof ApiError && error.fields.token !== undefined ? null : ''))
      .then((name) => {
        if (!signal.aborted) setChecked({ token, name })
      })
    return () => leaving.abort()
  }, [token, round])
  return checked?.token === token ? checked?.name : undefined
}
