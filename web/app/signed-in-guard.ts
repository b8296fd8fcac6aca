/** A layout route that draws nothing: whoever is not logged in is redirected before a page below it loads its data. */
import { redirect } from 'react-router'
import type { Route } from './+types/signed-in-guard'
import { loginPath } from './platform/login-path'
import { currentSession } from './platform/session'
import { toast } from './platform/toasts'

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ request }) => {
    if (currentSession().token) return
    toast('Anda harus login terlebih dahulu.', 'alert')
    throw redirect(loginPath(request.url))
  },
]
