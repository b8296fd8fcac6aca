import { type ChangeEvent, type ComponentProps, type ReactNode, useRef } from 'react'
import { type FieldError, type FieldValues, get, type Path, type PathValue, type UseFormReturn } from 'react-hook-form'
import { formatTyped, groupWhileTyping, inWords, readNumber, type TypedNumber } from '~/platform/forms/typed-number'
import type { Elements } from '~/ui/elements'
import { Field } from './field'

/** An input for a whole number, which is grouped while it is typed. Read its value with `readNumber`. */
export function NumberInput({ onChange, onCompositionEnd, ref, ...input }: ComponentProps<'input'>) {
  const before = useRef('')
  function pass(element: HTMLInputElement | null) {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  // A new function for each render, because react-hook-form needs it after a reset.
  function attach(element: HTMLInputElement | null) {
    pass(element)
    if (!element) return
    const note = (event: Event) => {
      if (!(event instanceof InputEvent && event.isComposing)) before.current = element.value
    }
    element.addEventListener('beforeinput', note)
    element.addEventListener('compositionstart', note)
    return () => {
      element.removeEventListener('beforeinput', note)
      element.removeEventListener('compositionstart', note)
      pass(null)
    }
  }

  function group(element: HTMLInputElement, inputType: string, typed: string | null) {
    const { value, selectionStart } = element
    const { text, caret } = groupWhileTyping(
      before.current,
      { text: value, caret: selectionStart ?? value.length },
      inputType,
      typed,
    )
    if (text === value) return
    element.value = text
    element.setSelectionRange(caret, caret)
  }

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { nativeEvent, currentTarget } = event
    if (nativeEvent instanceof InputEvent && !nativeEvent.isComposing) {
      group(currentTarget, nativeEvent.inputType, nativeEvent.data)
    }
    onChange?.(event)
  }

  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      {...input}
      ref={attach}
      onChange={change}
      onCompositionEnd={(event) => {
        group(event.currentTarget, 'insertText', event.data)
        onChange?.(event as unknown as ChangeEvent<HTMLInputElement>)
        onCompositionEnd?.(event)
      }}
    />
  )
}

/** The number in words, for the `aria-describedby` of its input. Empty for a text that is no number. */
export function NumberInWords({ id, text }: { id: string; text: string }) {
  const read = readNumber(text)
  return (
    <span id={id} className="sr-only">
      {read.kind === 'number' && inWords(read.value)}
    </span>
  )
}

interface NumberFieldProps extends ComponentProps<'input'> {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  written: string
  /** Numbers that the person may have meant. Pressing one writes it into the field. */
  choices?: readonly number[]
  onChoose?: (number: number) => void
  /** Shown below the field, instead of the choices. */
  children?: Elements
}

export function NumberField(props: NumberFieldProps) {
  const { label, error, hint, written, choices = [], onChoose, className = '', children, ...input } = props
  return (
    <div className={`grid min-w-0 grid-cols-1 gap-2 ${className}`}>
      <Field label={label} error={error} hint={hint}>
        {(control) => (
          <>
            <NumberInput
              {...input}
              {...control}
              aria-describedby={`${control['aria-describedby'] ?? ''} ${control.id}-words`.trim()}
              className="control tabular-nums"
            />
            <NumberInWords id={`${control.id}-words`} text={written} />
          </>
        )}
      </Field>
      {onChoose && <NumberChoices choices={choices} onChoose={onChoose} />}
      {choices.length === 0 && children}
    </div>
  )
}

/**
 * The props of a NumberField in a form of react-hook-form, besides those of its registration.
 * @param now  the stored number, offered if the field has an error
 * @param read  how the text is read
 */
export function numberProps<Values extends FieldValues, Context, Checked>(
  form: UseFormReturn<Values, Context, Checked>,
  path: Path<Values>,
  now?: number,
  read: (text: string) => TypedNumber = readNumber,
) {
  const written = String(form.watch(path) ?? '')
  const typed = read(written)
  const error = get(form.formState.errors, path) as FieldError | undefined
  const asks = error?.type === 'ambiguous' && typed.kind === 'ambiguous'
  const sign = typed.kind === 'ambiguous' && /^\s*\+/.test(written) ? '+' : undefined
  return {
    written,
    choices: asks ? typed.readings : error && now !== undefined ? [now] : [],
    onChoose: (number: number) => {
      const text = formatTyped(number, sign) as PathValue<Values, Path<Values>>
      form.setValue(path, text, { shouldDirty: true, shouldValidate: true })
      form.setFocus(path)
    },
  }
}

interface NumberChoicesProps {
  choices: readonly number[]
  onChoose: (number: number) => void
}

/** The numbers that the person may have meant, as buttons. */
export function NumberChoices({ choices, onChoose }: NumberChoicesProps) {
  if (choices.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <button key={choice} type="button" onClick={() => onChoose(choice)} className={choiceLook}>
          <span className="sr-only">Pakai </span>
          <span>{formatTyped(choice)}</span>
        </button>
      ))}
    </div>
  )
}

const choiceLook =
  'min-h-11 min-w-11 rounded-xl border border-control bg-surface px-3 font-semibold tabular-nums hover:bg-soft'

interface ChangeSignsProps {
  onSign: (sign: '+' | '-') => void
  /** A phone shows only the signs. */
  isShort?: boolean
}

/**
 * Starts a change of the stock, because numeric keyboards of phones have no plus and some no minus.
 * @param onSign  receives the sign; the caller then focuses the field
 */
export function ChangeSigns({ onSign, isShort = false }: ChangeSignsProps) {
  const word = `text-13 ${isShort ? 'max-md:sr-only' : ''}`
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" onClick={() => onSign('+')} className={choiceLook}>
        + <span className={word}>Tambah</span>
      </button>
      <button type="button" onClick={() => onSign('-')} className={choiceLook}>
        − <span className={word}>Kurangi</span>
      </button>
    </div>
  )
}
