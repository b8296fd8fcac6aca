import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useConfirm } from './confirm'

export const lostQuestion = 'Tinggalkan halaman? Isian yang belum disimpan akan hilang.'
const words = { yes: 'Tinggalkan', no: 'Kembali ke formulir' }

/** Asks before the page is left while `asks`: only for values that no draft can keep. It never delays the login page. */
export function useLeaveQuestion(asks: boolean, question: string): void {
  const confirm = useConfirm()
  const blocker = useBlocker(({ nextLocation }) => asks && !nextLocation.pathname.startsWith('/auth/'))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm(question, words).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()))
  }, [blocker, confirm, question])
  useEffect(() => {
    if (!asks) return
    // The browser asks with its own words.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [asks])
}
