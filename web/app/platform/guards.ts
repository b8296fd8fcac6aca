import { redirect } from 'react-router'
import { loginPath } from './login-path'
import { currentSession } from './session'
import { toast } from './toasts'

/** For client loaders. @throws a redirect to the login page for who has no token */
export function requireCustomer(request: Request): void {
  if (currentSession().token) return
  toast('Anda harus login terlebih dahulu.', 'alert')
  throw redirect(loginPath(request.url))
}

/** For client loaders. @throws a redirect to the login page for who is no administrator */
export function requireAdmin(request: Request): void {
  const { token, isAdmin } = currentSession()
  if (token && isAdmin) return
  toast('Anda tidak memiliki akses pada halaman yang dituju.', 'alert')
  throw redirect(loginPath(request.url))
}
