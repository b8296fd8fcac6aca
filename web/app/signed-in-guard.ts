/** A layout route without markup: visitors are redirected before a page below it loads its data. */
import { pageErrors } from '@camilan/contract/page-errors'
import { redirect } from 'react-router'
import type { Route } from './+types/signed-in-guard'
import { loginPath } from './platform/api/login-path'
import { currentSession, takeLoginSentence } from './platform/api/session'
import { toast } from './platform/state/toasts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (currentSession().token) return
    const login = loginPath(request.url)
    toast(takeLoginSentence(pageErrors.UNAUTHENTICATED), 'alert', { on: login })
    throw redirect(login)
  },
]
