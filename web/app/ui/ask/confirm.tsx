import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { dismissMessages } from '~/platform/state/toasts'
import type { Elements } from '~/ui/elements'
import { Dialog, DialogButtons } from './dialog'

interface Choice {
  yes?: string
  /** The label of the other button, if 'Batal' could be read as a confirmation. */
  no?: string
  /** The action can't be undone. */
  danger?: boolean
  /** Details of the question, shown below it. */
  details?: ReactNode
}
type Confirm = (question: string, choice?: Choice) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false))

/** `const confirm = useConfirm()`, then `if (await confirm('Ingin keluar sekarang?')) …`; closing the dialog means no. */
export const useConfirm = (): Confirm => useContext(ConfirmContext)

export function ConfirmProvider({ children }: { children: Elements }) {
  const [asked, setAsked] = useState<{ question: string; choice: Choice } | null>(null)
  const settle = useRef<(confirmed: boolean) => void>(() => {})
  const confirm = useCallback<Confirm>((question, choice = {}) => {
    settle.current(false)
    dismissMessages()
    setAsked({ question, choice })
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])
  function answer(confirmed: boolean) {
    // The dialog closes before the caller continues: the focus can return only while nothing is pending.
    setAsked(null)
    settle.current(confirmed)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Dialog open={asked !== null} onClose={() => answer(false)} title={asked?.question ?? ''}>
        {asked?.choice.details ? <div className="mb-4 wrap-anywhere">{asked.choice.details}</div> : null}
        <DialogButtons
          yes={asked?.choice.yes ?? 'Ya'}
          no={asked?.choice.no}
          variant={asked?.choice.danger ? 'danger' : 'main'}
          onCancel={() => answer(false)}
          onAgree={() => answer(true)}
        />
      </Dialog>
    </ConfirmContext>
  )
}
