/** A layout route without markup: customers are redirected before a page below it loads its data. */
import { pageErrors } from '@camilan/contract/page-errors'
import { href, redirect } from 'react-router'
import type { Route } from './+types/admin-guard'
import { loginPath } from './platform/api/login-path'
import { currentSession, takeLoginSentence, wasTabStale } from './platform/api/session'
import { toast } from './platform/state/toasts'

/** Of the printed pages, which have no layout. */
export { FailedPage as ErrorBoundary } from './ui/loading/failed-page'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    const { token, role } = currentSession()
    if (role !== 'customer') return
    // A customer has logged in in another tab, and did not ask for this page.
    if (token && wasTabStale()) throw redirect(href('/'))
    const login = loginPath(request.url)
    toast(takeLoginSentence(pageErrors.FORBIDDEN), 'alert', { on: login })
    throw redirect(login)
  },
]
