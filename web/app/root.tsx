import type { ShopInfo } from '@camilan/contract/shop'
import { Component, useEffect, useRef } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import './styles/app.css'
import type { Elements } from '~/ui/elements'
import favicon from './brand/favicon.svg'
import { LoginRedirect } from './platform/api/login-redirect'
import { wasTabStale } from './platform/api/session'
import { isBelowGuard } from './platform/navigation/below-guard'
import { KeepPage, keepPage } from './platform/navigation/keep-page'
import { fontsOf } from './platform/pages/fonts'
import { askShop } from './platform/pages/shop-context'
import { KeepFocus } from './platform/state/focus'
import { ConfirmProvider } from './ui/ask/confirm'
import { LeaveGuard } from './ui/ask/leave-guard'
import { ToastRegion } from './ui/ask/toast-region'
import { BrokenPage, PageProblem } from './ui/loading/page-problem'

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
  const showsContent = !isBelowGuard(useMatches())
  const isAdmin = useLocation().pathname.startsWith('/admin')
  const look = useRouteLoaderData<ShopInfo>('root')?.look
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    const { heldForm } = window
    delete window.heldForm
    heldForm?.querySelector<HTMLButtonElement>('[type=submit]')?.click()
    if (wasTabStale()) void import('./people/toast-account').then(({ toastAccount }) => toastAccount())
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
        {/* Only in documents, because React would add it to a page whose document is without it. */}
        {import.meta.env.SSR &&
          showsContent &&
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

interface LastBoundaryProps {
  /** Shown if the content fails; by default nothing. */
  instead?: Elements
  children: Elements
}

/** For what surrounds every page: without it, the router would show a failure as a stack in English. */
class LastBoundary extends Component<LastBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}

/**
 * Marks a page whose letters alone are enlarged, as browsers inside other apps do: no condition of the style sheet knows of
 * it. Like a page narrower than the smallest phone, it has room for fewer letters (`narrow` in app.css).
 */
function LetterSize() {
  const fewestLetters = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const ruler = fewestLetters.current
    if (!ruler) return
    const measure = () =>
      document.documentElement.toggleAttribute('data-narrow', ruler.offsetWidth > document.documentElement.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(ruler)
    observer.observe(document.documentElement)
    return () => observer.disconnect()
  }, [])
  return <div ref={fewestLetters} aria-hidden className="invisible fixed top-0 left-0 w-[28ch] print:hidden" />
}

/** A thin line at the top while the next page loads, delayed so that fast pages show none. */
function NavigationProgress() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div
      aria-hidden
      className={`fixed inset-x-0 top-0 z-40 h-1 origin-left bg-highlight transition-transform ${busy ? 'scale-x-75 delay-150 duration-2000' : 'scale-x-0 duration-0'}`}
    />
  )
}

export function ErrorBoundary() {
  return (
    <LastBoundary instead={<BrokenPage />}>
      <PageProblem />
    </LastBoundary>
  )
}
