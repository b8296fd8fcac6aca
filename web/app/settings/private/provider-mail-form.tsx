import { Email } from '@camilan/contract/fields'
import type { MailServerState } from '@camilan/contract/mail-server'
import { CurrentPassword } from '@camilan/contract/payment-keys'
import * as z from 'zod/mini'
import { api } from '~/platform/api/api'
import { useApiForm } from '~/platform/forms/use-api-form'
import { toast } from '~/platform/state/toasts'
import { TextField } from '~/ui/fields/field'
import { PasswordField } from '~/ui/fields/password-field'
import { type MailFormProps, mailServerPath, StateAnswer } from './mail-form'
import type { MailProvider } from './mail-providers'
import { passwordProblem, SecretForm } from './private-section'

const TypedAccount = z.object({ email: Email, password: z.string(), current_password: CurrentPassword })

/** The password is shown in groups, with spaces that do not belong to it. */
const withoutSpaces = (password: string) => password.replaceAll(/\s/g, '') || null

/** Only the e-mail and the app password are asked for. The sender is the same e-mail, because the provider takes no other. */
export function ProviderMailForm({ server, provider, onSaved, onCancel }: MailFormProps & { provider: MailProvider }) {
  const isPresent = server.host === provider.server.host
  const form = useApiForm({
    schema: TypedAccount,
    initial: { email: (isPresent && server.username) || '', password: '', current_password: '' },
    send: ({ email, password, current_password }) => {
      const { own_sender_name: sender_name } = server
      const account = { username: email, password: withoutSpaces(password), sender_email: email }
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
    failed: (error) => passwordProblem(error, 'Gagal menyimpan server email'),
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
        {...form.field('email')}
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
