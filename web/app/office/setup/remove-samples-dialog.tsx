import type { LoggedIn } from '@camilan/contract/accounts'
import type { Samples } from '@camilan/contract/setup'
import { useEffect, useRef, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { beginSession } from '~/people/begin-session'
import { logOut, me } from '~/people/me'
import { api, unchecked } from '~/platform/api/api'
import { useMutation } from '~/platform/api/use-mutation'
import { formatJakartaTime, formatNumber } from '~/platform/state/formats'
import { useStore } from '~/platform/state/store'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { CopyButton } from '~/ui/ask/copy-button'
import { Dialog, DialogButtons } from '~/ui/ask/dialog'
import { TextField } from '~/ui/fields/field'
import { NewPasswordField } from '~/ui/fields/password-field'
import { FormBody } from '~/ui/form/form-body'
import { useForm } from '~/ui/form/use-form'

/** The present effect of removing the samples. */
export async function loadSamples(): Promise<Samples> {
  return (await api.get('/api/admin/setup/samples', unchecked<{ data: Samples }>())).data
}

interface RemoveSamplesDialogProps {
  /** Undefined while it is closed. */
  samples: Samples | undefined
  onSamples: (samples: Samples | undefined) => void
}

/** One question. A demo administrator first makes an account of their own. */
export function RemoveSamplesDialog({ samples, onSamples }: RemoveSamplesDialogProps) {
  const [isNewAccount, setIsNewAccount] = useState(false)
  const close = () => onSamples(undefined)
  const remove = useMutation({
    do: () => api.post('/api/admin/setup/remove-samples', undefined, unchecked()),
    done: () => {
      close()
      toast('Contoh sudah dihapus')
    },
    failed: 'Gagal menghapus contoh',
    revalidate: 'done',
  })
  const lookAgain = useMutation({
    do: loadSamples,
    done: onSamples,
    failed() {
      close()
      toast('Akun Anda sudah jadi. Tekan “Hapus contoh” sekali lagi.')
    },
  })
  return (
    <Dialog
      open={samples !== undefined}
      onClose={close}
      title={titleOf(samples)}
      pending={remove.pending}
      holdsInput={samples?.needs === 'new-account'}
    >
      {samples && contentOf(samples)}
    </Dialog>
  )

  function contentOf(shown: Samples) {
    if (!hasSamples(shown)) return <NothingLeft samples={shown} onClose={close} />
    if (shown.needs === 'log-in') return <LogIn onCancel={close} />
    if (shown.needs === 'command') return <Command />
    if (shown.needs === 'new-account') {
      return (
        <OwnAccountForm
          onCancel={close}
          onMade={async (entered) => {
            await beginSession(entered)
            setIsNewAccount(true)
            await lookAgain.run()
          }}
        />
      )
    }
    return (
      <>
        {isNewAccount && <Welcome />}
        <Consequences samples={shown} />
        <div className="mt-5">
          <DialogButtons
            yes="Ya, hapus contoh"
            variant="danger"
            pending={remove.pending}
            onCancel={close}
            onAgree={() => void remove.run()}
          />
        </div>
      </>
    )
  }
}

function NothingLeft({ samples: { removed_at }, onClose }: { samples: Samples; onClose: () => void }) {
  return (
    <>
      <p>
        {removed_at
          ? `Contoh sudah dihapus ${formatJakartaTime(removed_at)}.`
          : 'Toko ini tidak berisi produk atau akun contoh.'}
      </p>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Tutup</Button>
      </div>
    </>
  )
}

const command = 'camilan admin:create'

function Command() {
  return (
    <>
      <p>
        Hanya akun administrator Anda sendiri yang bisa menghapus contoh. Di server ini akun itu dibuat dengan perintah
        ini:
      </p>
      <p className="mt-3 flex items-center justify-between gap-3 rounded-xl bg-soft pl-4 narrow:pt-3">
        <code className="font-mono text-13 whitespace-nowrap narrow:whitespace-normal">{command}</code>
        <CopyButton text={command} of="perintah" />
      </p>
    </>
  )
}

const hasSamples = ({ to_delete, to_archive, demo_accounts }: Samples) => to_delete + to_archive + demo_accounts > 0

function titleOf(samples: Samples | undefined): string {
  if (samples && !hasSamples(samples)) return 'Tidak ada contoh'
  if (samples?.needs === 'new-account') return 'Buat akun Anda dulu'
  return samples?.needs ? 'Login dengan akun Anda dulu' : 'Hapus semua contoh?'
}

/** It gets the focus, because the focused form is gone. */
function Welcome() {
  const name = useStore(me.store)?.name
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1} className="mb-4 rounded-xl bg-accent-soft px-4 py-3 font-semibold text-accent">
      {`Akun Anda sudah jadi${name ? `, dan Anda login sebagai ${name}` : ''}.`}
    </p>
  )
}

/** The effect of the removal, with numbers. Parts without effect are not mentioned. */
function Consequences({ samples: { to_delete, to_archive, kept, demo_accounts } }: { samples: Samples }) {
  const lines = [
    to_delete > 0 && `${formatNumber(to_delete)} produk contoh dihapus, juga dari keranjang pembeli.`,
    to_archive > 0 &&
      `${formatNumber(to_archive)} produk contoh yang pernah dipesan tidak dijual lagi; pesanannya tetap tersimpan.`,
    kept.length > 0 &&
      `${formatNumber(kept.length)} contoh yang nama, harga, atau gambarnya sudah Anda ubah tetap dijual: ${listed(kept)}.`,
    demo_accounts > 0 &&
      `${formatNumber(demo_accounts)} akun contoh tidak bisa login lagi; pesanan mereka tetap tersimpan.`,
  ].filter((line) => line !== false)
  return (
    <>
      <ul className="grid list-disc gap-1.5 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-3 text-muted">Contoh tidak kembali lagi, juga setelah server dinyalakan ulang.</p>
    </>
  )
}

const shownNames = 5

function listed(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).join(', ')
  return names.length > shownNames ? `${shown}, dan ${formatNumber(names.length - shownNames)} lainnya` : shown
}

function LogIn({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  return (
    <>
      <p>Anda sedang memakai akun contoh. Hanya akun administrator Anda sendiri yang bisa menghapus contoh.</p>
      <div className="mt-5">
        <DialogButtons
          yes="Login dengan akun saya"
          onCancel={onCancel}
          onAgree={async () => {
            await logOut()
            await navigate(href('/auth/login'))
          }}
        />
      </div>
    </>
  )
}

interface OwnAccountFormProps {
  onCancel: () => void
  /** The session of the new account. */
  onMade: (entered: LoggedIn) => Promise<void>
}

/** The form with which a demo administrator makes an account of their own. */
function OwnAccountForm({ onCancel, onMade }: OwnAccountFormProps) {
  const form = useForm({
    names: ['name', 'email', 'password'],
    send: (account) => api.post('/api/admin/setup/account', account, unchecked<{ data: LoggedIn }>()),
    done: ({ data }) => onMade(data),
    failed: 'Gagal membuat akun',
  })
  return (
    <FormBody form={form} yes="Buat akun" onClose={onCancel}>
      <p>
        Anda sedang memakai akun contoh, yang kata sandinya diketahui umum. Buat akun administrator Anda sendiri;
        setelah itu contoh bisa dihapus.
      </p>
      <TextField label="Nama Lengkap" autoComplete="name" {...form.field('name')} />
      <TextField label="Email" type="email" autoComplete="email" {...form.field('email')} />
      <NewPasswordField {...form.field('password')} />
    </FormBody>
  )
}
