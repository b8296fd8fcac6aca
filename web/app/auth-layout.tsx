import { href, Link, Outlet, useLocation, useSearchParams } from 'react-router'
import { authPath } from './platform/api/login-path'
import { Logo } from './ui/page/logo'

const link = 'inline-flex min-h-11 items-center rounded-xl px-2 font-semibold hover:bg-soft'

export default function AuthLayout() {
  const [searchParams] = useSearchParams()
  // A user with the link of an administrator has only one task, and no account yet.
  const hasOneTask = [href('/auth/first-admin'), href('/auth/staff')].includes(useLocation().pathname)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-3 px-4 py-2.5 md:px-6">
          {hasOneTask ? (
            <Logo />
          ) : (
            <>
              <Logo to={href('/')} />
              <nav aria-label="Navigasi utama" className="-mr-2 flex flex-wrap gap-1">
                <Link to={href('/')} className={link}>
                  Beranda
                </Link>
                <Link to={authPath('/auth/register', searchParams)} className={link}>
                  Daftar
                </Link>
              </nav>
            </>
          )}
        </div>
      </header>
      <Outlet />
    </div>
  )
}
