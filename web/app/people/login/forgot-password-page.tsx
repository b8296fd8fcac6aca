import MailCheck from 'lucide-react/icons/mail-check'
import { useState } from 'react'
import { href } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { privatePage } from '~/platform/pages/meta'
import { useShopInfo, useWhatsapp } from '~/platform/pages/shop-info'
import { FormSuccess, Notice } from '~/ui/ask/notice'
import { TextField } from '~/ui/fields/field'
import { useForm } from '~/ui/form/use-form'
import { AuthCard, AuthForm, AuthLink } from './auth-card'

const title = 'Lupa kata sandi'
export const meta = privatePage(title)

/** Instead of the server's words, which promise an e-mail: it is in the outbox. */
const aboutSandbox =
  'Toko ini masih simulasi: tautan untuk kata sandi baru tidak dikirim lewat email, tetapi disimpan untuk penjual.'
const inOutbox = 'Kalau email tersebut terdaftar, tautannya sudah disimpan untuk penjual.'

export default function ForgotPasswordPage() {
  const { sendsMail, sandbox } = useShopInfo()
  const [answer, setAnswer] = useState<string>()
  const form = useForm({
    names: ['email'],
    send: (forgotten) => {
      setAnswer(undefined)
      return api.post('/api/auth/forgot-password', forgotten, unchecked<{ message: string }>())
    },
    done: ({ message }) => setAnswer(sendsMail ? message : inOutbox),
    failed: 'Gagal meminta tautan. Silakan coba lagi.',
  })
  return (
    <AuthCard
      title={title}
      intro={
        sendsMail
          ? 'Tulis email akun Anda. Kami kirimkan tautan untuk membuat kata sandi baru.'
          : sandbox
            ? aboutSandbox
            : undefined
      }
    >
      {!sendsMail && !sandbox && <WithoutMail />}
      {(sendsMail || sandbox) && (
        <AuthForm form={form} action={answer ? 'Kirim Ulang Tautan' : 'Kirim Tautan'}>
          <FormSuccess icon={MailCheck} sentence={answer} />
          <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
        </AuthForm>
      )}
      <AuthLink question="Punya kode pemulihan?" to={href('/auth/recover')} label="Pakai kode" />
      <AuthLink question="Sudah ingat?" to={href('/auth/login')} label="Login" />
    </AuthCard>
  )
}

/** The seller can't set a password for somebody else, but she can say what to do, or set the mail server. */
function WithoutMail() {
  const whatsapp = useWhatsapp()
  return (
    <div className="mt-6">
      <Notice>
        <p>Toko ini belum bisa mengirim email untuk kata sandi baru.</p>
        <p className="font-normal">
          {whatsapp ? (
            <span>
              Hubungi penjual lewat WhatsApp{' '}
              <a href={whatsapp.url} target="_blank" rel="noreferrer" className="link whitespace-nowrap">
                {whatsapp.text}
              </a>
              .
            </span>
          ) : (
            'Hubungi penjual, atau daftar dengan email lain.'
          )}
        </p>
      </Notice>
    </div>
  )
}
