import type { MailServerState } from '@camilan/contract/mail-server'
import { api } from '~/platform/api/api'
import { toast } from '~/platform/state/toasts'
import { TextField } from '~/ui/fields/field'
import { PasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'
import { type MailFormProps, mailServerPath, StateAnswer } from './mail-form'
import type { MailProvider } from './mail-providers'
import { SecretForm } from './private-section'

/** The password is shown in groups, with spaces that do not belong to it. */
const withoutSpaces = (password: string) => password.replaceAll(/\s/g, '') || null

/** Only the e-mail and the app password are asked for. The sender is the same e-mail, because the provider takes no other. */
export function ProviderMailForm({ server, provider, onSaved, onCancel }: MailFormProps & { provider: MailProvider }) {
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
