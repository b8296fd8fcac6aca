/** A layout route without markup: customers are redirected before a page below it loads its data. */
import { errorSentences } from '@camilan/contract/errors'
import { redirect } from 'react-router'
import type { Route } from './+types/admin-guard'
import { loginPath } from './platform/login-path'
import { currentSession, takeLoginSentence } from './platform/session'
import { toast } from './platform/toasts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    const { role } = currentSession()
    if (role !== 'customer') return
    toast(takeLoginSentence(errorSentences.FORBIDDEN), 'alert')
    throw redirect(loginPath(request.url))
  },
]
