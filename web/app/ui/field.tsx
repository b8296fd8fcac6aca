import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps {
  label: ReactNode
  /** The fault of the value, as a sentence. */
  error?: string | undefined
  hint?: ReactNode
  /** Beside the label of a field that is only read: begins to change it. */
  onEdit?: (() => void) | undefined
}

interface FrameProps extends FieldProps {
  className?: string | undefined
  children: (control: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode
}

/** A label, any control, and its error or else its hint, linked together for screen readers. */
export function Field({ label, error, hint, onEdit, className = '', children }: FrameProps) {
  const id = useId()
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <div className="flex items-center justify-between gap-3">
        <label id={`${id}-label`} htmlFor={id} className="text-15 font-semibold">
          {label}
        </label>
        {onEdit && (
          <button
            type="button"
            onClick={onEdit}
            aria-describedby={`${id}-label`}
            className="link -my-2 min-h-11 min-w-11 text-right"
          >
            Ubah
          </button>
        )}
      </div>
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

export function TextField({ label, error, hint, onEdit, className, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} onEdit={onEdit} className={className}>
      {(control) => <input type="text" {...input} {...control} className="control" />}
    </Field>
  )
}

export function TextAreaField({
  label,
  error,
  hint,
  onEdit,
  className,
  ...area
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} onEdit={onEdit} className={className}>
      {(control) => <textarea rows={3} {...area} {...control} className="control" />}
    </Field>
  )
}

/** Its children are the options. */
export function SelectField({
  label,
  error,
  hint,
  onEdit,
  className,
  ...select
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint} onEdit={onEdit} className={className}>
      {(control) => <select {...select} {...control} className="control" />}
    </Field>
  )
}
