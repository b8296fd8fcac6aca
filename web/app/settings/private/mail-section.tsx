import { type MailServerState, MailTested } from '@camilan/contract/mail-server'
import { success } from '@camilan/contract/wire'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Send from 'lucide-react/icons/send'
import { useRef, useState } from 'react'
import { api } from '~/platform/api/api'
import { sentenceOf } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { formatJakartaTime } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { Notice } from '~/ui/ask/notice'
import { TextField } from '~/ui/fields/field'
import { PasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'
import { Facts } from '~/ui/lists/facts'
import { type MailFormProps, mailServerPath, OwnMailForm, StateAnswer } from './mail-form'
import { type MailProvider, type MailProviderName, mailProviders } from './mail-providers'
import { PrivateSection, SecretForm } from './private-section'
import { RemoveSecret } from './remove-secret'

/** The mail server. Its password is sent to the shop, and never comes back. */
export function MailSection() {
  return (
    <PrivateSection
      id="mail"
      title="Server email"
      icon={Send}
      path={mailServerPath}
      schema={StateAnswer}
      describe={describe}
    >
      {(server, set) => <MailServer server={server} onServer={set} />}
    </PrivateSection>
  )
}

function describe({ source, host, sender_email, password_missing }: MailServerState): string {
  if (password_missing) return 'Kata sandi belum diisi: email menunggu'
  if (source === 'folder') return 'Belum diatur: email tidak sampai ke siapa pun'
  return source === 'environment' ? `Diatur di server, pengirim ${sender_email}` : `${host}, pengirim ${sender_email}`
}

function MailServer({ server, onServer }: { server: MailServerState; onServer: (server: MailServerState) => void }) {
  const { source, password_missing, storage_problem } = server
  const [isChanging, setChanging] = useState(source === 'folder')
  const top = useRef<HTMLDivElement>(null)
  const removal = server.password_stored && !password_missing && (
    <RemoveSecret
      label="Hapus kata sandi"
      question="Hapus kata sandi server email?"
      path={`${mailServerPath}/remove-password`}
      schema={StateAnswer}
      onRemoved={(left) => {
        onServer(left)
        top.current?.focus() // the button that had the focus is gone
      }}
    >
      {source === 'environment' ? (
        <p>Kata sandi ini tidak dipakai: toko memakai server email yang diatur di server.</p>
      ) : (
        <p>Email toko menunggu, dan baru dikirim setelah kata sandinya diisi lagi.</p>
      )}
    </RemoveSecret>
  )
  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <Present server={server} />
      {source !== 'folder' && !password_missing && <TestMail />}
      {source === 'environment' ? (
        <p className="text-13 text-muted">
          {`Diatur di server dengan ${server.locked.join(' dan ')}, jadi tidak bisa diubah di sini.`}
        </p>
      ) : isChanging || password_missing ? (
        <>
          {storage_problem !== null && <Notice>{storage_problem}</Notice>}
          <ChooseMailForm
            server={server}
            onSaved={(saved) => {
              onServer(saved)
              setChanging(false)
              top.current?.focus() // the form that had the focus is gone
            }}
            onCancel={source === 'browser' && !password_missing ? () => setChanging(false) : undefined}
          />
        </>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" onClick={() => setChanging(true)} className="max-sm:grow">
            Ganti server email
          </Button>
          {removal}
        </div>
      )}
      {source === 'environment' && removal && <div className="flex">{removal}</div>}
    </div>
  )
}

function Present({ server }: { server: MailServerState }) {
  const { source, host, port, security, username, sender_name, sender_email, set_at, set_by, password_missing } = server
  if (source === 'folder') {
    return (
      <Notice>
        <p>Belum ada email yang keluar dari toko ini.</p>
        <p className="font-normal">
          Tanpa server email, pembeli yang lupa kata sandi tidak menerima tautan, dan Anda tidak menerima peringatan.
        </p>
      </Notice>
    )
  }
  return (
    <>
      {password_missing && (
        <Notice>
          <p>Kata sandi server email belum diisi, atau tidak bisa dibaca lagi.</p>
          <p className="font-normal">Email menunggu, dan dikirim setelah kata sandinya diisi.</p>
        </Notice>
      )}
      <Facts
        facts={[
          { name: 'Server', value: host && `${host}, port ${port}, ${security === 'tls' ? 'TLS' : 'STARTTLS'}` },
          { name: 'Nama pengguna', value: source === 'browser' ? (username ?? 'Tanpa login') : null },
          { name: 'Pengirim', value: <span className="wrap-anywhere">{`${sender_name} <${sender_email}>`}</span> },
          { name: 'Diisi', value: set_at && set_by ? `${formatJakartaTime(set_at)} oleh ${set_by}` : null },
        ]}
      />
    </>
  )
}

/** The mail server's answer to a test mail of the administrator. */
function TestMail() {
  const [outcome, setOutcome] = useState<{ ok: boolean; sentence: string } | null>(null)
  const { pending, run } = useMutation({
    do: () => {
      setOutcome(null)
      return api.post(`${mailServerPath}/test`, undefined, success(MailTested))
    },
    done: ({ data }) => setOutcome({ ok: true, sentence: `Terkirim ke ${data.recipient}. Periksa juga folder spam.` }),
    failed: (error) =>
      setOutcome({ ok: false, sentence: sentenceOf(error, 'Email uji tidak terkirim. Silakan coba lagi.') }),
  })
  const Icon = outcome?.ok ? CircleCheck : CircleAlert
  return (
    <div className="grid justify-items-start gap-2 max-sm:justify-items-stretch">
      <Button variant="quiet" pending={pending} onClick={() => void run()}>
        {pending ? 'Mengirim...' : 'Kirim email uji'}
      </Button>
      <div role="status" className="empty:-mt-2">
        {outcome && (
          <p className={`flex items-start gap-2.5 wrap-anywhere ${outcome.ok ? 'text-accent' : 'text-danger'}`}>
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
            <span className="min-w-0">{outcome.sentence}</span>
          </p>
        )}
      </div>
    </div>
  )
}

const providerNames = Object.keys(mailProviders) as MailProviderName[]
const mailChoices = [...providerNames, 'own'] as const

/** Two providers need an e-mail and an app password alone; any other server has its own fields. */
function ChooseMailForm(props: MailFormProps) {
  const present = providerNames.find((name) => mailProviders[name].server.host === props.server.host)
  const [chosen, setChosen] = useState<(typeof mailChoices)[number]>(present ?? 'own')
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="text-15 font-bold">Email toko Anda</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {mailChoices.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === chosen}
              onClick={() => setChosen(name)}
              className="min-h-11 grow rounded-xl border border-control px-4 font-bold aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              {name === 'own' ? 'Server lain' : mailProviders[name].label}
            </button>
          ))}
        </div>
      </fieldset>
      {chosen === 'own' ? (
        <OwnMailForm {...props} />
      ) : (
        <ProviderMailForm key={chosen} provider={mailProviders[chosen]} {...props} />
      )}
    </>
  )
}

/** The password is shown in groups, with spaces that do not belong to it. */
const withoutSpaces = (password: string) => password.replaceAll(/\s/g, '') || null

/** Only the e-mail and the app password are asked for. The sender is the same e-mail, because the provider takes no other. */
function ProviderMailForm({ server, provider, onSaved, onCancel }: MailFormProps & { provider: MailProvider }) {
  const isPresent = server.host === provider.server.host
  const form = useForm({
    names: ['sender_email', 'password', 'current_password'],
    initial: { sender_email: (isPresent && server.username) || '' },
    // The shop takes a server without a user.
    check: ({ sender_email }) => (sender_email.trim() === '' ? { sender_email: 'Email wajib diisi.' } : {}),
    send: ({ sender_email, password, current_password }) => {
      const { own_sender_name: sender_name } = server
      const account = { username: sender_email, password: withoutSpaces(password), sender_email }
      return api.put(
        mailServerPath,
        { ...provider.server, ...account, sender_name: sender_name ?? '', current_password },
        StateAnswer,
      )
    },
    done: ({ data }: { data: MailServerState }) => {
      toast('Server email tersimpan')
      onSaved(data)
    },
    failed: 'Gagal menyimpan server email',
  })
  return (
    <SecretForm form={form} action="Coba dan simpan" pendingAction="Mencoba server email..." onCancel={onCancel}>
      <ol className="grid list-decimal gap-1.5 pl-5">
        {provider.steps.map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
          <li key={i}>{step}</li>
        ))}
      </ol>
      {provider.drawing}
      <TextField
        label={`Alamat ${provider.label}`}
        type="email"
        autoComplete="off"
        hint="Pembeli melihat alamat ini sebagai pengirim."
        {...form.field('sender_email')}
      />
      <PasswordField
        label="Sandi aplikasi"
        autoComplete="off"
        hint={
          isPresent && server.has_password
            ? 'Kosongkan untuk memakai yang tersimpan.'
            : `Bukan kata sandi ${provider.label} Anda. Setelah disimpan tidak pernah ditampilkan lagi.`
        }
        {...form.field('password')}
      />
    </SecretForm>
  )
}
