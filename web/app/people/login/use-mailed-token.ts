import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api, unchecked } from '~/platform/api/api'
import { ApiError } from '~/platform/api/api-error'

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

/**
 * What the shop says of a link before the user types anything; undefined while it is unknown.
 * @param path  of the API
 * @param read  makes the state of the shop's answer
 * @param failed  makes it if the shop refuses the token, or else did not answer. Then the form is shown, because the shop
 *   checks the link again with it.
 */
export function useLinkCheck<Answer, State>(
  token: string | null,
  path: string,
  read: (answer: Answer) => State,
  failed: (isRefused: boolean) => State,
) {
  const [checked, setChecked] = useState<{ token: string; state: State }>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again, another render does not
  useEffect(() => {
    if (token === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    api
      .post(path, { token }, unchecked<{ data: Answer }>(), { signal })
      .then(({ data }) => read(data))
      .catch((error: unknown) => failed(error instanceof ApiError && error.fields.token !== undefined))
      .then((state) => {
        if (!signal.aborted) setChecked({ token, state })
      })
    return () => leaving.abort()
  }, [token, path, round])
  const state = checked?.token === token ? checked?.state : undefined
  return { state, checkAgain: () => setRound((former) => former + 1) }
}
