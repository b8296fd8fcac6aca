import { useEffect, useLayoutEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { isTabStale } from '~/platform/api/session'
import { endLayer, layers } from '~/platform/pages/layers'
import { createStore, useStore } from '~/platform/state/store'
import { useConfirm } from './confirm'

export const lostQuestion = 'Tinggalkan halaman? Isian yang belum disimpan akan hilang.'
const words = { yes: 'Tinggalkan', no: 'Kembali ke formulir' }

/** What the parts of the page want to ask before it is left. The newest is asked. */
const questions = createStore<readonly { question: string }[]>([])

/** Asks before the page is left while `asks`: only for values that no draft can keep. It never delays the login page. */
export function useLeaveQuestion(asks: boolean, question: string): void {
  // Before the change is seen, because the page may be left at once.
  useLayoutEffect(() => {
    if (!asks) return
    const own = { question }
    questions.set([...questions.get(), own])
    // The browser asks with its own words.
    const ask = (event: BeforeUnloadEvent) => isTabStale() || event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      questions.set(questions.get().filter((other) => other !== own))
      window.removeEventListener('beforeunload', ask)
    }
  }, [asks, question])
}

/** In the root layout. The way back closes what is open above the page; then its questions are asked before it is left. */
export function LeaveGuard() {
  const isOpen = useStore(layers).length > 0
  const asks = useStore(questions).length > 0
  return (isOpen || asks) && <Blocker />
}

/** The only one, because the router has one at a time. */
function Blocker() {
  const confirm = useConfirm()
  const reason = useRef<'layer' | 'question'>('question')
  const blocker = useBlocker(({ historyAction, currentLocation, nextLocation }) => {
    // The way back to the shown page, after the next one could not be loaded.
    if (nextLocation.key === currentLocation.key) return false
    if (historyAction === 'POP' && layers.get().length > 0) {
      reason.current = 'layer'
      return true
    }
    // Nothing below it can be pressed, so that it has closed.
    for (const layer of layers.get()) if (layer.mayEndUnnoticed) endLayer(layer)
    reason.current = 'question'
    return questions.get().length > 0 && !nextLocation.pathname.startsWith('/auth/')
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (reason.current === 'layer') {
      blocker.reset()
      return layers.get().at(-1)?.close()
    }
    const asked = questions.get().at(-1)
    if (!asked) return blocker.proceed()
    void confirm(asked.question, words).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()))
  }, [blocker, confirm])
  return null
}
