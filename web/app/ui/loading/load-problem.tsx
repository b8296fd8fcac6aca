import { useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import unreachable from '~/brand/unreachable.svg'
import { ApiError } from '~/platform/api/api-error'
import { Button } from '~/ui/ask/button'
import { Drawing } from './empty-state'
import { PageProblem } from './page-problem'

interface LoadProblemProps {
  /** The page's heading. */
  title: string
  /** The thing that could not be loaded. */
  sentence: string
  /** The heading if the requested thing does not exist. */
  on404?: string
}

/** For the ErrorBoundary of pages that load in the browser. It loads again when the network is back. */
export function LoadProblem({ title, sentence, on404 }: LoadProblemProps) {
  const error = useRouteError()
  const { state, revalidate } = useRevalidator()
  useEffect(() => {
    const retry = () => void revalidate()
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [revalidate])
  if (!(error instanceof ApiError) || error.status === 404 || error.status === 401) {
    return <PageProblem {...(on404 && { on404 })} />
  }
  return (
    <main className="page">
      <h1 className="title">{title}</h1>
      <div role="alert" className="mt-8 grid justify-items-center gap-2 text-center">
        <Drawing src={unreachable} />
        <p className="text-21 font-extrabold tracking-tight text-balance">{sentence}</p>
        {error.message !== sentence && <p className="max-w-prose text-muted">{error.message}</p>}
      </div>
      <p className="mt-4 text-center">
        <Button pending={state !== 'idle'} onClick={revalidate}>
          Coba lagi
        </Button>
      </p>
    </main>
  )
}
