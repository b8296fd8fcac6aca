import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react'
import { formatNumber } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'

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

/** The quantity is typed or stepped. A value above the greatest can only be lowered. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, min = 1, max, onChange, pending = false, label } = props
  const keepFocus = useKeptFocus(pending, value)
  const step = (to: number) => (event: MouseEvent<HTMLButtonElement>) => {
    keepFocus(event.currentTarget)
    onChange(to)
  }
  return (
    <fieldset className="inline-flex items-center rounded-xl border border-control bg-surface" aria-busy={pending}>
      <legend className="sr-only">{`Jumlah ${label}`}</legend>
      <StepButton aria-label={`Kurangi jumlah ${label}`} disabled={pending || value <= min} onClick={step(value - 1)}>
        <Minus aria-hidden className="size-4" />
      </StepButton>
      <QuantityInput {...props} />
      <StepButton aria-label={`Tambah jumlah ${label}`} disabled={pending || value >= max} onClick={step(value + 1)}>
        <Plus aria-hidden className="size-4" />
      </StepButton>
      {/* Tells screen readers what a button has changed. */}
      <output className="sr-only" aria-live="polite">
        {value}
      </output>
    </fieldset>
  )
}

/** What is typed counts when the field is left, or at Enter. A quantity beyond the limits becomes the nearest possible one. */
function QuantityInput({ value, min = 1, max, onChange, pending, label }: QuantityStepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? String(value)
  function enter() {
    setTyped(null)
    const digits = shown.replaceAll(/[.\s]/g, '')
    if (!/^\d+$/.test(digits)) return
    const quantity = Math.min(Math.max(Number(digits), min), max)
    if (Number(digits) > max) toast(`Jumlah ${label} paling banyak ${formatNumber(max)}`, 'alert')
    if (quantity !== value) onChange(quantity)
  }
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      aria-label={`Jumlah ${label}`}
      readOnly={pending}
      value={shown}
      style={{ width: `${Math.max(2, shown.length) + 1}ch` }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={enter}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault() // the form around it is not ready to be sent
        enter()
      }}
      className="min-h-11 min-w-8 max-[20rem]:min-w-6 rounded-md bg-transparent text-center text-17 font-bold tabular-nums md:pointer-fine:text-15"
    />
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
      className="grid size-11 max-[20rem]:size-[44px] place-items-center rounded-xl hover:bg-soft disabled:cursor-not-allowed disabled:bg-transparent disabled:opacity-35"
    />
  )
}
