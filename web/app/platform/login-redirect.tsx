import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { loginPath } from './login-path'
import { endSession } from './session'
import { createStore, useStore } from './store'
import { toast } from './toasts'

const loginNeeded = createStore(false)

/** The server no longer knows the token: forget it and ask for a login, wherever the buyer is. */
export function expireSession(): void {
  endSession()
  loginNeeded.set(true)
}

/** Sits in the root layout, so that it works from every page and from a page that has failed. */
export function LoginRedirect() {
  const needed = useStore(loginNeeded)
  const navigate = useNavigate()
  useEffect(() => {
    if (!needed) return
    loginNeeded.set(false)
    toast('Anda harus login terlebih dahulu.', 'alert')
    navigate(loginPath(window.location.href), { replace: true })
  }, [needed, navigate])
  return null
}
