import {
  type GatewayEnvironment,
  type KeyFinding,
  KeyFindings,
  PaymentKeysSaved,
  type PaymentKeysState,
} from '@camilan/contract/payment-keys'
import { success } from '@camilan/contract/wire'
import { api } from '~/platform/api/api'
import { ApiError, sentenceOf } from '~/platform/api/api-error'
import { toast } from '~/platform/state/toasts'
import { SecretForm } from '~/settings/private/private-section'
import { SelectField, TextField } from '~/ui/fields/field'
import { Options } from '~/ui/fields/options'
import { PasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'

export const paymentKeysPath = '/api/admin/settings/payment-keys'
export const environmentLabels: Record<GatewayEnvironment, string> = {
  sandbox: 'Sandbox (uji coba)',
  production: 'Production (uang sungguhan)',
}

interface KeysFormProps {
  keys: PaymentKeysState
  onFindings: (findings: readonly KeyFinding[]) => void
  onSaved: (saved: PaymentKeysSaved) => void
  /** Undefined: there is no earlier state to return to. */
  onCancel: (() => void) | undefined
}

export function KeysForm({ keys, onFindings, onSaved, onCancel }: KeysFormProps) {
  const form = useForm({
    names: ['environment', 'server_key', 'client_key', 'current_password'],
    initial: { environment: keys.environment ?? 'sandbox' },
    send: (change) => {
      onFindings([])
      return api.put(paymentKeysPath, change, success(PaymentKeysSaved))
    },
    done: ({ data }) => {
      form.form.ref.current?.reset()
      toast('Kunci pembayaran tersimpan')
      onSaved(data)
    },
    failed: (error) => {
      const atFields = error instanceof ApiError ? Object.values(error.fields) : []
      onFindings(findingsOf(error).filter(({ sentence }) => !atFields.includes(sentence)))
      return sentenceOf(error, 'Gagal menyimpan kunci pembayaran')
    },
  })
  return (
    <SecretForm
      form={form}
      action="Periksa dan simpan"
      pendingAction="Memeriksa kunci di Midtrans..."
      onCancel={onCancel}
    >
      <SelectField label="Lingkungan Midtrans" disabled={form.pending} {...form.field('environment')}>
        <Options labels={environmentLabels} />
      </SelectField>
      <TextField
        label="Client key"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Diawali Mid-client- atau SB-Mid-client-."
        {...form.field('client_key')}
      />
      <PasswordField
        label="Server key"
        autoComplete="off"
        hint="Rahasia, diawali Mid-server- atau SB-Mid-server-. Setelah disimpan tidak pernah ditampilkan lagi."
        {...form.field('server_key')}
      />
    </SecretForm>
  )
}

function findingsOf(error: unknown): readonly KeyFinding[] {
  const parsed = error instanceof ApiError ? KeyFindings.safeParse(error.data) : undefined
  return parsed?.success ? parsed.data.findings : []
}
