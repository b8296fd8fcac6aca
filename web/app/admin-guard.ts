/** A layout route that draws nothing: who is no administrator is redirected before a page below it loads its data. */
import { redirect } from 'react-router'
import type { Route } from './+types/admin-guard'
import { loginPath } from './platform/login-path'
import { currentSession } from './platform/session'
import { toast } from './platform/toasts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    const { token, isAdmin } = currentSession()
    if (token && isAdmin) return
    toast('Anda tidak memiliki akses pada halaman yang dituju.', 'alert')
    throw redirect(loginPath(request.url))
  },
]
