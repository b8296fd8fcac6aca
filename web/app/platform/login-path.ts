/** Where to log in, remembering the page that was wished for. */
export function loginPath(wishedUrl: string): string {
  const { pathname, search } = new URL(wishedUrl)
  if (pathname === '/' || pathname.startsWith('/auth/')) return '/auth/login'
  return `/auth/login?${new URLSearchParams({ next: pathname + search })}`
}

/** From the login page to the registration and back without forgetting the page that was wished for. */
export function besideLogin(path: '/auth/login' | '/auth/register', searchParams: URLSearchParams): string {
  const next = searchParams.get('next')
  return next === null ? path : `${path}?${new URLSearchParams({ next })}`
}

/** The page to go to after logging in: only a path of this origin, else the home page. */
export function nextPath(searchParams: URLSearchParams): string {
  const next = searchParams.get('next')
  if (!next?.startsWith('/')) return '/'
  try {
    const url = new URL(next, window.location.origin)
    // What begins with // would be another host to whoever reads it next.
    const isOurs = url.origin === window.location.origin && !/^\/(\/|auth\/)/.test(url.pathname)
    return isOurs ? url.pathname + url.search : '/'
  } catch {
    return '/'
  }
}
