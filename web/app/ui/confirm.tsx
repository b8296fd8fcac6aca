import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

interface Choice {
  /** The word on the button that agrees. */
  yes?: string
  /** The word on the other one, where 'Batal' could be taken for agreeing. */
  no?: string
  /** Agreeing can't be taken back. */
  danger?: boolean
}
type Confirm = (question: string, choice?: Choice) => Promise<boolean>

const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false))

/** `const confirm = useConfirm()`, then `if (await confirm('Ingin keluar sekarang?')) …`; leaving the dialog means no. */
export const useConfirm = (): Confirm => useContext(ConfirmContext)

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ question: string; choice: Choice } | null>(null)
  const settle = useRef<(agreed: boolean) => void>(() => {})
  const confirm = useCallback<Confirm>((question, choice = {}) => {
    settle.current(false)
    setAsked({ question, choice })
    return new Promise((resolve) => {
      settle.current = resolve
    })
  }, [])
  function answer(agreed: boolean) {
    settle.current(agreed)
    setAsked(null)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Dialog open={asked !== null} onClose={() => answer(false)} title={asked?.question ?? ''}>
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={() => answer(false)}>
            {asked?.choice.no ?? 'Batal'}
          </Button>
          <Button variant={asked?.choice.danger ? 'danger' : 'main'} onClick={() => answer(true)}>
            {asked?.choice.yes ?? 'Ya'}
          </Button>
        </div>
      </Dialog>
    </ConfirmContext>
  )
}
