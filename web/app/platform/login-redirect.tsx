import { errorSentences } from '@camilan/contract/errors'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { loginPath } from './login-path'
import { endSession } from './session'
import { createStore, useStore } from './store'
import { toast } from './toasts'

const loginNeeded = createStore(false)

/** The server refused the token: removes the session and redirects to the login page from any page. */
export function expireSession(): void {
  endSession()
  loginNeeded.set(true)
}

/** In the root layout, so that it works on every page, also on one that shows an error. */
export function LoginRedirect() {
  const needed = useStore(loginNeeded)
  const navigate = useNavigate()
  useEffect(() => {
    if (!needed) return
    loginNeeded.set(false)
    toast(errorSentences.UNAUTHENTICATED, 'alert')
    navigate(loginPath(window.location.href), { replace: true })
  }, [needed, navigate])
  return null
}
