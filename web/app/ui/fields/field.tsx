import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Elements } from '~/ui/elements'

interface FieldProps {
  label: ReactNode
  /** The fault of the value, as a sentence. */
  error?: string | undefined
  hint?: ReactNode
}

interface FrameProps extends FieldProps {
  className?: string | undefined
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => Elements
}

/** A label, any control, and its error or else its hint, linked together for screen readers. */
export function Field({ label, error, hint, className = '', children }: FrameProps) {
  const id = useId()
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={`grid grid-cols-1 gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-15 font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy })}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-13 font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

export function TextField({ label, error, hint, className, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(control) => <input type="text" {...input} {...control} className="control" />}
    </Field>
  )
}

export function TextAreaField({ label, error, hint, className, ...area }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(control) => <textarea rows={3} {...area} {...control} className="control" />}
    </Field>
  )
}

/** Its children are the options. */
export function SelectField({ label, error, hint, className, ...select }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(control) => <select {...select} {...control} className="control" />}
    </Field>
  )
}
