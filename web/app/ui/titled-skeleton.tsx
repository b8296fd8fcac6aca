import type { ReactNode } from 'react'

interface TitledSkeletonProps {
  title: string
  /** The width of a narrower page, so that the heading does not move. */
  className?: string
  children: ReactNode
}

/** For `HydrateFallback`: the page's heading, and Skeletons in the places of what is on its way. */
export function TitledSkeleton({ title, className = '', children }: TitledSkeletonProps) {
  return (
    <main className={`page ${className}`} aria-busy>
      <h1 className="title">{title}</h1>
      <p className="sr-only">Memuat…</p>
      <div className="mt-6 grid min-h-dvh content-start gap-4">{children}</div>
    </main>
  )
}
