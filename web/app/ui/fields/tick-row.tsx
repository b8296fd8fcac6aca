import { type ComponentProps, type ReactNode, useId } from 'react'

interface TickRowProps extends ComponentProps<'input'> {
  label: ReactNode
  hint?: ReactNode
}

/** A check box with its label. The whole row can be pressed. */
export function TickRow({ label, hint, ...input }: TickRowProps) {
  const id = useId()
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input
        type="checkbox"
        {...input}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="tick mt-0.5 shrink-0"
      />
      <span className="min-w-0">
        <span className="block font-semibold">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-13 text-muted narrow:-ml-8">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
