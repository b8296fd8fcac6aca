import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { createStore, useStore } from '~/platform/store'

/** Closes the open payment popup, as its own button does; null if none is open. */
export const closePopup = createStore<(() => void) | null>(null)

/** In the layout. The back button closes the popup, which would else stay open above the page before. */
export function PopupBack() {
  const close = useStore(closePopup)
  return close && <CloseOnBack close={close} />
}

function CloseOnBack({ close }: { close: () => void }) {
  const blocker = useBlocker(({ historyAction }) => {
    // Nothing below the popup can be pressed, so that it has closed without a report.
    if (historyAction !== 'POP') closePopup.set(null)
    return historyAction === 'POP'
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    close()
  }, [blocker, close])
  return null
}
