import { Message } from '@camilan/contract/wire'
import { useEffect, useRef, useState } from 'react'
import { api } from '~/platform/api/api'
import { toast } from '~/platform/state/toasts'
import { Button } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'
import { SectionCard } from '~/ui/ask/section-card'
import { NewPasswordField, PasswordField } from '~/ui/fields/password-field'
import { useForm } from '~/ui/form/use-form'

/** Part of the profile, a button until it is pressed. */
export function ChangePassword({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const content = useContentWithFocus(isOpen)
  return (
    <SectionCard title="Kata Sandi" className="md:p-6">
      <div ref={content}>
        {isOpen ? (
          <PasswordForm email={email} onClose={() => setOpen(false)} />
        ) : (
          <>
            <p className="mb-4 text-muted">Kalau orang lain mungkin mengetahuinya, ganti dengan yang baru.</p>
            <Button variant="quiet" onClick={() => setOpen(true)}>
              Ubah Kata Sandi
            </Button>
          </>
        )}
      </div>
    </SectionCard>
  )
}

/** This device stays logged in. */
function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const form = useForm({
    names: ['current_password', 'new_password'],
    send: (passwords) => api.put('/api/users/me/password', passwords, Message),
    done: () => {
      onClose()
      toast('Kata sandi berhasil diubah')
    },
    failed: 'Gagal mengubah kata sandi',
  })
  return (
    <form {...form.form} className="grid gap-5">
      <p className="text-muted">
        Perangkat lain yang masih login dengan akun ini akan dikeluarkan. Perangkat ini tetap login.
      </p>
      <FormProblem sentence={form.problem} />
      {/* For password managers, which match the password with the account. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div className="grid items-start gap-5 md:grid-cols-2 lg:grid-cols-1">
        <PasswordField
          label="Kata Sandi Saat Ini"
          autoComplete="current-password"
          {...form.field('current_password')}
        />
        <NewPasswordField label="Kata Sandi Baru" {...form.field('new_password')} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="quiet" pending={form.pending}>
          Ubah Kata Sandi
        </Button>
        <Button variant="quiet" disabled={form.pending} onClick={onClose}>
          Batal
        </Button>
      </div>
    </form>
  )
}

/** The pressed button is gone: the focus moves to the first control of what follows. */
function useContentWithFocus(isOpen: boolean) {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef(isOpen)
  useEffect(() => {
    if (isOpen === before.current) return
    before.current = isOpen
    content.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus({ preventScroll: true })
  }, [isOpen])
  return content
}
