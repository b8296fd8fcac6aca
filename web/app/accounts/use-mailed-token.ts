import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The state of a history entry that holds a token, for a page that uses `useMailedToken`. */
export const tokenState = (mailedToken: string) => ({ mailedToken })

/**
 * The token of the link in a mail. It is removed from the address bar, and so from the browser's history and from shared
 * links and photos. It is kept in the state of this history entry, so that a reload does not lose it. `missing` is known
 * only in the browser.
 */
export function useMailedToken() {
  return useLinkToken(new URLSearchParams(useLocation().search).get('token'))
}

/** The same for a link whose fragment is the token. */
export function useFragmentToken() {
  return useLinkToken(useLocation().hash.slice(1) || null)
}

function useLinkToken(fromLink: string | null): { token: string | null; missing: boolean } {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [looked, setLooked] = useState(false)
  const kept: unknown = state?.mailedToken
  const token = fromLink ?? (typeof kept === 'string' ? kept : null)

  useEffect(() => {
    setLooked(true)
    if (fromLink !== null) navigate({ search: '' }, { replace: true, state: tokenState(fromLink) })
  }, [fromLink, navigate])

  return { token, missing: looked && token === null }
}
