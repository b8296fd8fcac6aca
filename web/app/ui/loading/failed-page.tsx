import { useEffect } from 'react'
import { useMatches, useRevalidator, useRouteError } from 'react-router'
import unreachable from '~/brand/unreachable.svg'
import { ApiError } from '~/platform/api/api-error'
import { fullTitle } from '~/platform/pages/meta'
import { useShopInfo } from '~/platform/pages/shop-info'
import { Button } from '~/ui/ask/button'
import { Drawing } from './empty-state'
import { PageProblem, problemTitle } from './page-problem'

/** The `handle` of a page that loads something. */
export interface PageWords {
  /** The page's heading, and the title of its document. Without it both say what is wrong. */
  title?: string
  /** What could not be loaded. */
  failed?: string
  /** The heading if the requested thing does not exist. */
  on404?: string
}

/** In the ErrorBoundary of a layout, in place of the page that failed. */
export function FailedPage() {
  const error = useRouteError()
  const { title, failed, on404 }: PageWords = useMatches().at(-1)?.handle ?? {}
  const shop = useShopInfo()
  return (
    <>
      {/* React Router leaves out the `meta` of a page whose loader failed. */}
      <title>{fullTitle(title ?? problemTitle(error, on404), shop)}</title>
      <meta name="robots" content="noindex" />
      {title && failed && error instanceof ApiError && error.status !== 404 && error.status !== 401 ? (
        <LoadProblem title={title} failed={failed} message={error.message} />
      ) : (
        <PageProblem {...(on404 && { on404 })} />
      )}
    </>
  )
}

/** It loads again when the network is back. */
function LoadProblem({ title, failed, message }: { title: string; failed: string; message: string }) {
  const { state, revalidate } = useRevalidator()
  useEffect(() => {
    const retry = () => void revalidate()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [revalidate])
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <div role="alert" className="mt-8 grid justify-items-center gap-2 text-center">
        <Drawing src={unreachable} />
        <p className="text-21 font-extrabold tracking-tight text-balance">{failed}</p>
        {message !== failed && <p className="max-w-prose text-muted">{message}</p>}
      </div>
      <p className="mt-4 text-center">
        <Button pending={state !== 'idle'} onClick={revalidate}>
          Coba lagi
        </Button>
      </p>
    </main>
  )
}
