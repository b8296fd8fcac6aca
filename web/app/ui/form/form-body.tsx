import type { ButtonVariant } from '~/ui/ask/button'
import { DialogButtons } from '~/ui/ask/dialog'
import { FormProblem } from '~/ui/ask/notice'
import type { Elements } from '~/ui/elements'
import { DraftNotice } from './draft-notice'
import type { FormState } from './use-form'

interface FormBodyProps {
  form: FormState
  /** The labels of its buttons. Null: it can't be sent now, and has none. */
  yes: string | null
  no?: string
  variant?: ButtonVariant
  disabled?: boolean
  onClose: () => void
  children: Elements
}

/** A form in a dialog or a card: what is wrong, its fields, and its two buttons. */
export function FormBody(props: FormBodyProps) {
  const {
    form: { form, draft, problem, pending },
    yes,
    onClose,
    children,
    ...buttons
  } = props
  return (
    <form {...form} className="grid gap-4">
      {draft?.isRestored && <DraftNotice onDiscard={draft.forget} />}
      <FormProblem sentence={problem} />
      {children}
      {yes !== null && (
        <DialogButtons
          {...buttons}
          yes={yes}
          pending={pending}
          onCancel={() => {
            draft?.discard()
            onClose()
          }}
        />
      )}
    </form>
  )
}
