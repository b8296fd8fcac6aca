import { href } from 'react-router'

/** The login page's path, with the requested page as `next`. */
export function loginPath(requestedUrl: string): string {
  const { pathname, search } = new URL(requestedUrl)
  if (pathname === href('/') || pathname.startsWith('/auth/')) return href('/auth/login')
  return `${href('/auth/login')}?${new URLSearchParams({ next: pathname + search })}`
}

/** The path of the login page or the registration page, with the `next` of the current page. */
export function authPath(page: '/auth/login' | '/auth/register', searchParams: URLSearchParams): string {
  const next = searchParams.get('next')
  return next === null ? href(page) : `${href(page)}?${new URLSearchParams({ next })}`
}

/** The page after the login: only a path of this origin, else `usual`. */
export function nextPath(searchParams: URLSearchParams, usual: string = href('/')): string {
  const next = searchParams.get('next')
  if (!next?.startsWith('/')) return usual
  try {
    const url = new URL(next, window.location.origin)
    // A browser would read a path that begins with // as another host.
    const isOurs = url.origin === window.location.origin && !/^\/(\/|auth\/)/.test(url.pathname)
    return isOurs ? url.pathname + url.search : usual
  } catch {
    return usual
  }
}
