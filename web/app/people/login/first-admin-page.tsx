import { type FirstAdminLinkCheck, type FirstAdminLoggedIn, firstAdminLinkSentences } from '@camilan/contract/accounts'
import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { beginSession } from '~/people/begin-session'
import { api, unchecked } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { useSession } from '~/platform/api/session'
import { privatePage } from '~/platform/pages/meta'
import { useShopInfo } from '~/platform/pages/shop-info'
import { Button, LinkButton } from '~/ui/ask/button'
import { TextField } from '~/ui/fields/field'
import { NewPasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'
import { AuthCard, AuthChecking, AuthForm, AuthRefused } from './auth-card'
import { CodeList } from './code-list'
import { useFragmentToken, useLinkCheck } from './use-mailed-token'

const title = 'Buat akun administrator'

export const meta = privatePage(title)

/** The link that the server prints in a shop without an administrator leads here. */
export default function FirstAdminPage() {
  const { token, missing } = useFragmentToken()
  const { state, checkAgain } = useLinkCheck(
    token,
    '/api/auth/check-first-admin-link',
    (answer: FirstAdminLinkCheck) => answer.state,
    (isRefused) => (isRefused ? 'unknown' : 'usable'),
  )
  const { publicUrl } = useShopInfo()
  const navigate = useNavigate()
  const [codes, setCodes] = useState<string[]>()
  const form = useForm({
    names: ['name', 'email', 'phone', 'password'],
    send: (admin) => api.post('/api/auth/first-admin', { token, ...admin }, unchecked<{ data: FirstAdminLoggedIn }>()),
    done: async ({ data }) => {
      await beginSession(data)
      setCodes(data.recovery_codes)
    },
    failed: (error) => {
      if (error instanceof ApiError && error.fields.token !== undefined) checkAgain()
      if (error instanceof ApiError && error.code === 'FORBIDDEN')
        return `Buka tautan ini di alamat toko, ${publicUrl}.`
      return sentenceOf(error, 'Gagal membuat akun. Silakan coba lagi.')
    },
  })

  if (codes) {
    return (
      <AuthCard title="Simpan kode pemulihan">
        <div className="mt-4 grid gap-5">
          <CodeList codes={codes} />
          <Button className="min-h-12" onClick={() => navigate(href('/admin/dashboard'), { replace: true })}>
            Sudah saya simpan, buka Dashboard
          </Button>
        </div>
      </AuthCard>
    )
  }
  const refused = missing ? 'unknown' : state
  if (refused === 'administrator_exists') {
    return (
      <AuthRefused title={title} sentence={firstAdminLinkSentences[refused]} home>
        <WayIn />
      </AuthRefused>
    )
  }
  if (refused === 'expired' || refused === 'unknown') {
    return (
      <AuthRefused title={title} sentence={firstAdminLinkSentences[refused]} home>
        <NewLink />
      </AuthRefused>
    )
  }
  if (refused === undefined) return <AuthChecking title={title} purpose="membuat akun administrator" />
  return (
    <AuthCard
      title={title}
      intro="Dengan akun ini Anda mengelola produk, pesanan, dan pengguna toko. Tautannya hanya berlaku sekali."
    >
      <AuthForm form={form} action="Buat Akun dan Login">
        <TextField label="Nama Lengkap" autoComplete="name" {...form.field('name')} />
        <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        <TextField
          label="No Telepon (opsional)"
          type="tel"
          autoComplete="tel"
          hint="Boleh diisi nanti di halaman Profil."
          {...form.field('phone')}
        />
        <NewPasswordField {...form.field('password')} />
      </AuthForm>
    </AuthCard>
  )
}

function WayIn() {
  const { isAdmin } = useSession()
  if (isAdmin) {
    return (
      <LinkButton to={href('/admin/dashboard')} className="min-h-12">
        Buka Dashboard
      </LinkButton>
    )
  }
  return (
    <LinkButton to={href('/auth/login')} className="min-h-12">
      Login
    </LinkButton>
  )
}

function NewLink() {
  return (
    <>
      <p>
        Salin tautan terbaru dari log server dengan utuh. Tautan baru dicetak setiap kali toko dinyalakan, atau dengan
        perintah ini di server (dari sumber: npm run admin:create -- --link):
      </p>
      <p className="card px-4 py-3">
        <code>camilan admin:create --link</code>
      </p>
    </>
  )
}
