import type { ReactNode } from 'react'
import { href } from 'react-router'

/** A placeholder for loading content. Give it the size of that content. */
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

interface TitledSkeletonProps {
  title: string
  children: ReactNode
}

/** For `HydrateFallback`: the page's heading, and Skeletons as children. */
export function TitledSkeleton({ title, children }: TitledSkeletonProps) {
  return (
    <main className="page" aria-busy>
      <h1 className="title">{title}</h1>
      <p className="sr-only noscript:hidden">Memuat…</p>
      <NeedsJavaScript />
      <div className="mt-6 grid min-h-dvh content-start gap-4 noscript:hidden">{children}</div>
    </main>
  )
}

/** The pages below a guard are rendered in the browser. Without JavaScript no content would follow the placeholders. */
function NeedsJavaScript() {
  return (
    <noscript>
      <p className="mt-4 max-w-prose">
        Halaman ini hanya bisa dibuka setelah login, dan login memerlukan JavaScript. Nyalakan JavaScript di peramban
        Anda, lalu muat ulang halaman ini.
      </p>
      <p className="mt-2">
        <a href={href('/products')} className="link inline-flex min-h-11 items-center">
          Lihat Produk
        </a>
      </p>
    </noscript>
  )
}

/** For `HydrateFallback` of an administrator's list. */
export function ListSkeleton({ title }: { title: string }) {
  return (
    <TitledSkeleton title={title}>
      <Skeleton className="h-11 w-64" />
      <Skeleton className="h-24 lg:h-16" />
      <Skeleton className="h-24 lg:h-16" />
      <Skeleton className="h-24 lg:h-16" />
      <Skeleton className="h-24 lg:h-16" />
      <Skeleton className="h-24 lg:h-16" />
    </TitledSkeleton>
  )
}
