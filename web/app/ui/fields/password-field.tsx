import { passwordLength } from '@camilan/contract/lengths'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { type ComponentProps, useState } from 'react'
import { Field } from './field'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
  error?: string | undefined
  hint?: string
}

export function PasswordField({ label, error, hint, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} type={shown ? 'text' : 'password'} className="control pr-12" />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-pressed={shown}
            aria-label={shown ? 'Sembunyikan kata sandi' : 'Tampilkan kata sandi'}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-xl text-muted hover:text-body"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}

/** For a password that is being chosen. */
export function NewPasswordField({ label = 'Kata Sandi', ...field }: Partial<PasswordFieldProps>) {
  const hint = `Minimal ${passwordLength.min} karakter.`
  return <PasswordField label={label} autoComplete="new-password" hint={hint} {...field} />
}
