import { Check, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { IconButton } from '~/ui/icon-button'

interface QuickEditFormProps {
  /** The field and its product: `harga Nastar`. */
  label: string
  /** The initial value of the field. */
  text: string
  problem: string | null
  takesFocus: boolean
  onSave: (text: string) => void
  onCancel: () => void
}

/** Edits one number in a row of a list: Enter saves it, Escape cancels. */
export function QuickEditForm({ label, text, problem, takesFocus, onSave, onCancel }: QuickEditFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  useEffect(() => {
    if (!takesFocus) return
    input.current?.focus()
    input.current?.select()
  }, [takesFocus])
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave(input.current?.value ?? '')
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
      className="grid gap-1 py-1 lg:justify-items-end"
    >
      <div className="flex items-center lg:w-24 lg:flex-wrap lg:justify-end">
        <input
          ref={input}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={text}
          aria-label={`Ubah ${label}`}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          className="control min-h-11 w-28 py-2 tabular-nums lg:text-right"
        />
        <IconButton type="submit" icon={Check} label={`Simpan ${label}`} />
        <IconButton icon={X} label={`Batal ubah ${label}`} onClick={onCancel} />
      </div>
      <p
        id={problemId}
        role="alert"
        className="max-w-56 text-13 font-semibold whitespace-normal text-danger empty:hidden lg:w-32 lg:text-right"
      >
        {problem}
      </p>
    </form>
  )
}
