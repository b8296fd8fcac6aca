import { type MailSecurity, MailServerState } from '@camilan/contract/mail-server'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { toast } from '~/platform/state/toasts'
import { Group } from '~/settings/section-form'
import { SelectField, TextField } from '~/ui/fields/field'
import { Options } from '~/ui/fields/options'
import { PasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'
import { SecretForm } from './private-section'

export const mailServerPath = '/api/admin/settings/mail-server'
export const StateAnswer = success(MailServerState)
const securityLabels: Record<MailSecurity, string> = {
  starttls: 'STARTTLS (biasanya port 587)',
  tls: 'TLS langsung (biasanya port 465)',
}

export interface MailFormProps {
  server: MailServerState
  onSaved: (server: MailServerState) => void
  /** Undefined: there is no earlier state to return to. */
  onCancel: (() => void) | undefined
}

/** The fields of any mail server. A change also needs the administrator's own password. */
export function OwnMailForm({ server, onSaved, onCancel }: MailFormProps) {
  const { host, port, security, username, own_sender_name, own_sender_email, has_password, locked } = server
  const isSenderLocked = locked.includes('MAIL_FROM')
  const form = useForm({
    names: ['host', 'port', 'security', 'username', 'password', 'sender_name', 'sender_email', 'current_password'],
    initial: {
      host: host ?? '',
      port: String(port ?? 587),
      security: security ?? 'starttls',
      username: username ?? '',
      sender_name: own_sender_name ?? '',
      sender_email: own_sender_email ?? '',
    },
    send: (typed) =>
      api.put(mailServerPath, { ...typed, port: Number(typed.port), password: typed.password || null }, StateAnswer),
    done: ({ data }) => {
      toast('Server email tersimpan')
      onSaved(data)
    },
    failed: 'Gagal menyimpan server email',
  })
  return (
    <SecretForm form={form} action="Coba dan simpan" pendingAction="Mencoba server email..." onCancel={onCancel}>
      <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField
          label="Alamat server SMTP"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="smtp.example.com"
          hint="Dari penyedia email Anda. Gmail: smtp.gmail.com, port 587, dengan sandi aplikasi Google."
          {...form.field('host')}
        />
        <TextField label="Port" inputMode="numeric" autoComplete="off" {...form.field('port')} />
      </div>
      <SelectField label="Enkripsi" {...form.field('security')}>
        <Options labels={securityLabels} />
      </SelectField>
      <TextField
        label="Nama pengguna"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Sering sama dengan alamat email. Kosongkan kalau server tidak meminta login."
        {...form.field('username')}
      />
      <PasswordField
        label="Kata sandi server email"
        autoComplete="off"
        hint={
          has_password
            ? 'Kosongkan untuk memakai yang tersimpan, selama alamat, port, dan nama pengguna tetap sama.'
            : 'Setelah disimpan tidak pernah ditampilkan lagi.'
        }
        {...form.field('password')}
      />
      {isSenderLocked ? (
        <p className="text-13 text-muted">
          {`Pengirim ${server.sender_email} diatur di server dengan MAIL_FROM, jadi tidak bisa diubah di sini.`}
        </p>
      ) : (
        <Group legend="Pengirim">
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField label="Nama" hint="Kosong: nama toko." autoComplete="off" {...form.field('sender_name')} />
            <TextField
              label="Email"
              type="email"
              autoComplete="off"
              hint={own_sender_email ? undefined : `Kosong: ${server.sender_email}.`}
              {...form.field('sender_email')}
            />
          </div>
        </Group>
      )}
    </SecretForm>
  )
}
