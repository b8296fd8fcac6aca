import type { ShopInfo } from '@camilan/contract/shop'
import { useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import type { Elements } from '~/ui/elements'
import favicon from './brand/favicon.svg'
import { LoginRedirect } from './platform/api/login-redirect'
import { wasTabStale } from './platform/api/session'
import { fontsOf } from './platform/pages/fonts'
import { KeepPage, keepPage } from './platform/pages/keep-page'
import { askShop } from './platform/pages/shop-context'
import { KeepFocus } from './platform/state/focus'
import { ConfirmProvider } from './ui/ask/confirm'
import { LeaveGuard } from './ui/ask/leave-guard'
import { ToastRegion } from './ui/ask/toast-region'
import { LastBoundary } from './ui/loading/last-boundary'
import { BrokenPage, PageProblem } from './ui/loading/page-problem'
import { LetterSize } from './ui/page/letter-size'
import { NavigationProgress } from './ui/page/navigation-progress'

declare global {
  interface Window {
    /** It was sent before the scripts were there (`inline-manifest.ts`). */
    heldForm?: HTMLFormElement
  }
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage]

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: favicon, type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export function loader({ context }: Route.LoaderArgs) {
  return askShop(context, (shop) => shop.info())
}

/** The shop's name and fees are loaded once per document. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: Elements }) {
  const isAdmin = useLocation().pathname.startsWith('/admin')
  const look = useRouteLoaderData<ShopInfo>('root')?.look
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    const { heldForm } = window
    delete window.heldForm
    heldForm?.querySelector<HTMLButtonElement>('[type=submit]')?.click()
    if (wasTabStale()) void import('./people/say-who-is-in').then(({ sayWhoIsIn }) => sayWhoIsIn())
  }, [])
  return (
    <html lang="id">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* The letters have the size that the phone's settings ask for, and what is measured in rem grows with them. */}
        <meta name="text-scale" content="scale" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={look?.page.light ?? '#fff8ec'} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={look?.page.dark ?? '#1e1511'} />
        <link rel="manifest" href={isAdmin ? '/admin.webmanifest' : '/manifest.webmanifest'} />
        <Meta />
        {/* Only in documents, because React would add it to a page whose document is without it (`inline-manifest.ts`). */}
        {import.meta.env.SSR &&
          fontsOf(look?.typeface).map((font) => (
            <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
        <Links />
        {look?.stylesheet && <link rel="stylesheet" href={look.stylesheet} />}
      </head>
      <body>
        <LastBoundary>
          <NavigationProgress />
        </LastBoundary>
        <ConfirmProvider>
          {children}
          <LastBoundary>
            <LeaveGuard />
          </LastBoundary>
        </ConfirmProvider>
        <LastBoundary>
          <ToastRegion />
        </LastBoundary>
        <LastBoundary>
          <LetterSize />
        </LastBoundary>
        <LastBoundary>
          <LoginRedirect />
        </LastBoundary>
        <LastBoundary>
          <KeepPage />
        </LastBoundary>
        <ScrollRestoration />
        <LastBoundary>
          <KeepFocus />
        </LastBoundary>
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <LastBoundary instead={<BrokenPage />}>
      <PageProblem />
    </LastBoundary>
  )
}
