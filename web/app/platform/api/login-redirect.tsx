import { pageErrors } from '@camilan/contract/page-errors'
import { useEffect } from 'react'
import { href, useNavigate } from 'react-router'
import { createStore, useStore } from '~/platform/state/store'
import { toast } from '~/platform/state/toasts'
import { loginPath } from './login-path'
import { takeLoginSentence } from './session'

const loginNeeded = createStore(false)

/** The server has refused a call of a page. Any page then redirects to the login page. */
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
    // The server refused a second call after the first had led here: `next` names the page of both.
    if (window.location.pathname === href('/auth/login')) return
    const login = loginPath(window.location.href)
    toast(takeLoginSentence(pageErrors.UNAUTHENTICATED), 'alert', { on: login })
    navigate(login, { replace: true })
  }, [needed, navigate])
  return null
}
