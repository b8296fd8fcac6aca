import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of the mailed link. It leaves the address bar, and so the history and what is shared or photographed, but
 * stays with this entry of the tab's history, so that a reload doesn't lose it. `missing` is known only in the browser.
 */
export function useResetToken(): { token: string | null; missing: boolean } {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const [looked, setLooked] = useState(false)
  const fromLink = new URLSearchParams(search).get('token')
  const kept: unknown = state?.resetToken
  const token = fromLink ?? (typeof kept === 'string' ? kept : null)

  useEffect(() => {
    setLooked(true)
    if (fromLink !== null) navigate({ search: '' }, { replace: true, state: { resetToken: fromLink } })
  }, [fromLink, navigate])

  return { token, missing: looked && token === null }
}
