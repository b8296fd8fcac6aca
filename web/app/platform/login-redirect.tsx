import { errorSentences } from '@camilan/contract/errors'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { loginPath } from './login-path'
import { takeLoginSentence } from './session'
import { createStore, useStore } from './store'
import { toast } from './toasts'

const loginNeeded = createStore(false)

/** The server has refused a call of a page: redirects to the login page from any page. */
export function requireLogin(): void {
  loginNeeded.set(true)
}

/** In the root layout, so that it works on every page, also on one that shows an error. */
export function LoginRedirect() {
  const needed = useStore(loginNeeded)
  const navigate = useNavigate()
  useEffect(() => {
    if (!needed) return
    loginNeeded.set(false)
    toast(takeLoginSentence(errorSentences.UNAUTHENTICATED), 'alert')
    navigate(loginPath(window.location.href), { replace: true })
  }, [needed, navigate])
  return null
}
