import { demoRefusal } from '@camilan/contract/accounts'
import type { LucideIcon } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { me } from '~/people/me'
import { OwnPasswordField } from '~/people/profile/own-password-field'
import { api, type Schema } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'
import { useStore } from '~/platform/state/store'
import { SettingsSection } from '~/settings/section'
import { Button } from '~/ui/ask/button'
import { FormProblem, Notice } from '~/ui/ask/notice'
import type { Elements } from '~/ui/elements'
import { FormBody } from '~/ui/form/form-body'
import type { FormState } from '~/ui/form/use-form'
import { Skeleton } from '~/ui/loading/skeleton'

interface PrivateSectionProps<T> {
  id: string
  title: string
  icon: LucideIcon
  /** The API path that returns its state. */
  path: string
  schema: Schema<{ data: T }>
  /** The present state in a few words. */
  describe: (data: T) => string
  /** @param set  shows the answer to a change */
  children: (data: T, set: (data: T) => void) => Elements
}

/** A section about a secret. Its state is loaded separately, because not every administrator may see it. */
export function PrivateSection<T>({ id, title, icon, path, schema, describe, children }: PrivateSectionProps<T>) {
  const { state, set, reload } = usePrivateState(path, schema)
  return (
    <SettingsSection id={id} title={title} icon={icon} summary={summaryOf(state, describe)}>
      {state.kind === 'loaded' ? children(state.data, set) : <NotLoaded state={state} onReload={reload} />}
    </SettingsSection>
  )
}

interface NotLoadedProps {
  state: Exclude<PrivateState<unknown>, { kind: 'loaded' }>
  onReload: () => void
}

function NotLoaded({ state, onReload }: NotLoadedProps) {
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
  }
}

/** The summary of a section in its closed state. */
function summaryOf<T>(state: PrivateState<T>, describe: (data: T) => string): string {
  if (state.kind === 'loaded') return describe(state.data)
  return state.kind === 'loading'
    ? 'Memuat...'
    : state.kind === 'failed'
      ? 'Gagal dimuat'
      : 'Hanya untuk akun Anda sendiri'
}

interface SecretFormProps {
  form: FormState & { field: (name: 'current_password') => { error: string | undefined; name: string } }
  /** The labels of its button. */
  action: string
  pendingAction: string
  /** Undefined: there is no earlier state to return to. */
  onCancel: (() => void) | undefined
  /** The fields above the password of the administrator. */
  children?: Elements
}

/** The form that replaces a secret: the administrator repeats the password of their own account. */
export function SecretForm({ form, action, pendingAction, onCancel, children }: SecretFormProps) {
  return (
    <form {...form.form} autoComplete="off" className="grid grid-cols-1 gap-5">
      {children}
      <OwnPasswordField {...form.field('current_password')} />
      <FormProblem sentence={form.problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={form.pending} className="max-sm:grow">
          {form.pending ? pendingAction : action}
        </Button>
        {onCancel && (
          <Button variant="quiet" disabled={form.pending} onClick={onCancel} className="max-sm:grow">
            Batal
          </Button>
        )}
      </div>
    </form>
  )
}

/** The password, and the buttons of a dialog that asks for nothing else. */
export function PasswordForm({ form, action, variant, onCancel }: PasswordFormProps) {
  return (
    <FormBody form={form} yes={action} {...(variant && { variant })} onClose={onCancel}>
      <OwnPasswordField {...form.field('current_password')} />
    </FormBody>
  )
}

interface PasswordFormProps extends Pick<SecretFormProps, 'form' | 'action'> {
  variant?: 'danger'
  onCancel: () => void
}

/** The state that a section loads itself. `refused` is the server's sentence for an account that may not see it. */
type PrivateState<T> =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'refused'; sentence: string }
  | { kind: 'loaded'; data: T }

/** The state of secrets. A demo account does not ask for it, because the server would refuse. */
function usePrivateState<T>(path: string, schema: Schema<{ data: T }>) {
  const [state, setState] = useState<PrivateState<T>>({ kind: 'loading' })
  const isDemo = useStore(me.store)?.is_demo === true
  const load = useCallback(
    async (signal?: AbortSignal) => {
      setState({ kind: 'loading' })
      try {
        const { data } = await api.get(path, schema, signal && { signal })
        setState({ kind: 'loaded', data })
      } catch (error) {
        if (signal?.aborted) return
        if (error instanceof ApiError && error.code === 'FORBIDDEN')
          setState({ kind: 'refused', sentence: error.message })
        else setState({ kind: 'failed' })
      }
    },
    [path, schema],
  )
  useEffect(() => {
    if (isDemo) return setState({ kind: 'refused', sentence: demoRefusal })
    const end = new AbortController()
    void load(end.signal)
    return () => end.abort()
  }, [load, isDemo])
  return { state, set: (data: T) => setState({ kind: 'loaded', data }), reload: () => void load() }
}
