import { RecoveryCodes as Codes, RecoveryCodesLeft } from '@camilan/contract/accounts'
import { success } from '@camilan/contract/wire'
import { useState } from 'react'
import { CodeList } from '~/people/login/code-list'
import { api } from '~/platform/api/api'
import { useLoaded } from '~/platform/state/use-loaded'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { PasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'

const path = '/api/admin/recovery-codes'

/** Part of an administrator's profile: codes for a new password without mail. */
export default function RecoveryCodes() {
  const [codes, setCodes] = useState<string[]>()
  const [isAsked, setAsked] = useState(false)
  return (
    <SectionCard title="Kode Pemulihan" className="md:p-6">
      {codes ? (
        <CodeList codes={codes} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="text-muted">
            Dengan satu kode Anda bisa membuat kata sandi baru tanpa email. <Left />
          </p>
          {isAsked ? (
            <NewCodes onMade={setCodes} />
          ) : (
            <Button variant="quiet" onClick={() => setAsked(true)} className="max-sm:w-full">
              Buat sepuluh kode baru
            </Button>
          )}
        </div>
      )}
    </SectionCard>
  )
}

function Left() {
  const loaded = useLoaded(() => api.get(path, success(RecoveryCodesLeft)))
  if (!loaded) return null
  const { left } = loaded.data
  return (
    <span>
      {left === 0 ? 'Anda belum punya kode yang bisa dipakai.' : `Masih ada ${left} kode yang belum dipakai.`}
    </span>
  )
}

function NewCodes({ onMade }: { onMade: (codes: string[]) => void }) {
  const form = useForm({
    names: ['current_password'],
    send: (confirmation) => api.post(path, confirmation, success(Codes)),
    done: ({ data }) => onMade(data.codes),
    failed: 'Gagal membuat kode. Silakan coba lagi.',
  })
  return (
    <form {...form.form} className="grid w-full gap-4">
      <FormProblem sentence={form.problem} />
      <p>Kode yang lama tidak berlaku lagi.</p>
      <PasswordField label="Kata Sandi Anda" autoComplete="current-password" {...form.field('current_password')} />
      <Button type="submit" variant="quiet" pending={form.pending} className="justify-self-start max-sm:w-full">
        Buat kode
      </Button>
    </form>
  )
}
