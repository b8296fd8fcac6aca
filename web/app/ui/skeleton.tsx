/** A place for what is still on its way; give it the size of what will come. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`block animate-wait rounded-xl bg-soft ${className}`} />
}

/** For `HydrateFallback` of the pages that load in the browser. */
export function PageSkeleton() {
  return (
    <main className="page" aria-busy>
      <p className="sr-only">Memuat…</p>
      <Skeleton className="h-8 w-56" />
      <div className="mt-6 grid gap-4">
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
    </main>
  )
}
