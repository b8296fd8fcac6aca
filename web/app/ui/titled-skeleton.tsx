import type { ReactNode } from 'react'

/** For `HydrateFallback`: the page's heading, and Skeletons in the places of what is on its way. */
export function TitledSkeleton({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="page" aria-busy>
      <h1 className="title">{title}</h1>
      <p className="sr-only">Memuat…</p>
      <div className="mt-6 grid min-h-dvh content-start gap-4">{children}</div>
    </main>
  )
}
