import { type ComponentProps, type ReactNode, useId } from 'react'

interface ChoiceProps extends ComponentProps<'input'> {
  label: ReactNode
  hint: ReactNode
}

/** A radio as a card, which can be pressed as a whole. */
export function Choice({ label, hint, ...radio }: ChoiceProps) {
  const id = useId()
  return (
    <label
      className={`flex min-h-11 items-start gap-3 rounded-xl border px-3 py-2.5 ${radio.checked ? 'border-accent bg-soft' : 'border-line'}`}
    >
      <input
        type="radio"
        {...radio}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className="mt-0.5 size-5 shrink-0"
      />
      <span className="min-w-0">
        <span id={`${id}-label`} className={`block font-semibold ${radio.disabled ? 'text-muted' : ''}`}>
          {label}
        </span>
        <span id={`${id}-hint`} className="block text-13 text-muted">
          {hint}
        </span>
      </span>
    </label>
  )
}
