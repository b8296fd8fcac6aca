import type { ReactNode } from 'react'
import { me } from '~/accounts/me'
import { useAccountStore } from '~/platform/account-store'
import { Button } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { PasswordField } from '~/ui/password-field'
import { Skeleton } from '~/ui/skeleton'
import type { PrivateState } from './use-private-state'

interface PrivateSectionProps<T> {
  state: PrivateState<T>
  onReload: () => void
  children: (data: T) => ReactNode
}

/** What is inside of a section whose state is loaded on its own. */
export function PrivateSection<T>({ state, onReload, children }: PrivateSectionProps<T>) {
  switch (state.kind) {
    case 'loading':
      return (
        <div aria-busy className="grid gap-3">
          <p className="sr-only" role="status">
            Memuat...
          </p>
          <Skeleton className="h-6 w-60" />
          <Skeleton className="h-24" />
        </div>
      )
    case 'failed':
      return (
        <div role="alert" className="grid justify-items-start gap-3">
          <p className="font-semibold text-danger">Gagal memuat bagian ini.</p>
          <Button variant="quiet" onClick={onReload}>
            Coba lagi
          </Button>
        </div>
      )
    case 'refused':
      return <Notice>{state.sentence}</Notice>
    default:
      return children(state.data)
  }
}

/** The summary of a section in its closed state. */
export function summaryOf<T>(state: PrivateState<T>, describe: (data: T) => string): string {
  if (state.kind === 'loaded') return describe(state.data)
  return state.kind === 'loading'
    ? 'Memuat...'
    : state.kind === 'failed'
      ? 'Gagal dimuat'
      : 'Hanya untuk akun Anda sendiri'
}

/** The administrator gives the password of their own account again. */
export function OwnPasswordField(field: { error: string | undefined; name: string }) {
  const email = useAccountStore(me)?.email ?? ''
  return (
    <>
      {/* For password managers, which match the password with the account. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Kata sandi akun Anda"
        autoComplete="current-password"
        hint="Untuk memastikan bahwa ini memang Anda."
        {...field}
      />
    </>
  )
}
