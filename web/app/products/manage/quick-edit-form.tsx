import { Check, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { formatTyped } from '~/platform/forms/typed-number'
import { useDraft } from '~/platform/forms/use-draft'
import { IconButton } from '~/ui/ask/icon-button'
import { ChangeSigns, NumberChoices, NumberInput, NumberInWords } from '~/ui/fields/number-field'
import { DraftNotice } from '~/ui/form/draft-notice'

const QuickDraft = z.object({ text: z.string(), seen: z.int() })

interface QuickEditFormProps {
  draftKey: string
  /** The field and its product: `harga Nastar`. */
  label: string
  initial: string
  /** The initial value of the field. */
  text: string
  /** The number that the form showed when it was opened. */
  seen: number
  problem: string | null
  choices: readonly number[]
  /** `+20` and `-3` change the number. */
  takesChanges: boolean
  takesFocus: boolean
  /** `seen` is that of the draft, if there was one. */
  onSave: (text: string, seen: number | undefined) => void
  /** Closed by Escape. The typed value is kept. */
  onClose: () => void
  onCancel: () => void
}

/** Edits one number in a row of a list: Enter saves it, Escape closes it. A table has no room for it, so it lies above. */
export function QuickEditForm(props: QuickEditFormProps) {
  const { draftKey, label, initial, seen, problem, choices, takesChanges, takesFocus } = props
  const input = useRef<HTMLInputElement>(null)
  const draft = useDraft(draftKey, QuickDraft)
  // After a failure the form shows the sent value, which is also the draft.
  const isRestored = draft.restored !== null && problem === null
  const [text, setText] = useState(isRestored ? (draft.restored?.text ?? props.text) : props.text)
  const [seenThen, setSeenThen] = useState(isRestored ? draft.restored?.seen : undefined)
  const id = useId()
  // The problem is a new one whenever the form was sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!takesFocus) return
    input.current?.focus()
    input.current?.select()
  }, [takesFocus, problem])

  function note(next: string) {
    setText(next)
    draft.keep(next === initial || next === '' ? null : { text: next, seen: seenThen ?? seen })
  }

  function write(next: string) {
    if (input.current) input.current.value = next
    note(next)
    input.current?.focus()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        props.onSave(input.current?.value ?? '', seenThen)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onClose()
      }}
      className="grid gap-2 py-1 text-left whitespace-normal lg:max-xl:w-28 xl:absolute xl:top-1/2 xl:left-0 xl:z-20 xl:-translate-y-1/2 xl:rounded-2xl xl:border xl:border-line xl:bg-surface xl:p-3 xl:shadow-float dark:xl:border-control dark:xl:bg-soft"
    >
      {isRestored && (
        <DraftNotice
          onDiscard={() => {
            write(initial)
            setSeenThen(undefined)
          }}
          small
        />
      )}
      <div className="flex items-center lg:max-xl:flex-wrap">
        <NumberInput
          ref={input}
          defaultValue={text}
          onChange={(event) => note(event.currentTarget.value)}
          aria-label={`Ubah ${label}`}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? `${id}-words` : `${id}-problem ${id}-words`}
          className="control min-h-11 w-28 py-2 tabular-nums"
        />
        <NumberInWords id={`${id}-words`} text={text} />
        <IconButton type="submit" icon={Check} label={`Simpan ${label}`} />
        <IconButton icon={X} label={`Batal ubah ${label}`} onClick={props.onCancel} />
      </div>
      {takesChanges && problem === null && <ChangeSigns onSign={write} />}
      <p id={`${id}-problem`} role="alert" className="max-w-50 text-13 font-semibold text-danger empty:hidden">
        {problem}
      </p>
      <NumberChoices choices={choices} onChoose={(number) => write(formatTyped(number))} />
    </form>
  )
}
