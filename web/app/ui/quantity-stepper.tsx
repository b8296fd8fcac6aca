import { Minus, Plus } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react'

interface QuantityStepperProps {
  value: number
  /** The least, by default 1. */
  min?: number
  max: number
  onChange: (quantity: number) => void
  /** A change is being saved: both buttons are disabled. */
  pending?: boolean
  /** The counted things, for screen readers. */
  label: string
}

/** A value above the greatest can only be lowered. */
export function QuantityStepper({ value, min = 1, max, onChange, pending = false, label }: QuantityStepperProps) {
  const keepFocus = useKeptFocus(pending, value)
  const step = (to: number) => (event: MouseEvent<HTMLButtonElement>) => {
    keepFocus(event.currentTarget)
    onChange(to)
  }
  return (
    <fieldset className="inline-flex items-center rounded-xl border border-control bg-surface" aria-busy={pending}>
      <legend className="sr-only">Jumlah {label}</legend>
      <StepButton aria-label="Kurangi jumlah" disabled={pending || value <= min} onClick={step(value - 1)}>
        <Minus aria-hidden className="size-4" />
      </StepButton>
      <output className="min-w-8 narrow:min-w-6 text-center font-bold tabular-nums" aria-live="polite">
        {value}
      </output>
      <StepButton aria-label="Tambah jumlah" disabled={pending || value >= max} onClick={step(value + 1)}>
        <Plus aria-hidden className="size-4" />
      </StepButton>
    </fieldset>
  )
}

/** A pressed button is disabled while the change is saved, or at the end of the range. The focus must not be lost. */
function useKeptFocus(pending: boolean, value: number): (button: HTMLButtonElement) => void {
  const pressed = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change that is never pending ends with its new value
  useEffect(() => {
    const button = pressed.current
    if (pending || !button) return
    pressed.current = null
    if (document.activeElement !== button && document.activeElement !== document.body) return
    const other = button.parentElement?.querySelector<HTMLButtonElement>('button:enabled')
    const next = button.disabled ? other : button
    next?.focus()
  }, [pending, value])
  return (button) => {
    pressed.current = button
  }
}

function StepButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="grid size-11 narrow:size-7 place-items-center rounded-xl hover:bg-soft disabled:cursor-not-allowed disabled:bg-transparent disabled:opacity-35"
    />
  )
}
