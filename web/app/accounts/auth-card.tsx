import type { ReactNode } from 'react'
import hero from '~/brand/hero.svg'

/** The frame of the pages under /auth. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid grow md:grid-cols-2">
      <div className="mx-auto flex w-full max-w-md flex-col px-4 py-8 md:justify-center md:px-8 md:py-12">
        <h1 className="title">{title}</h1>
        {children}
      </div>
      <div className="relative hidden md:block">
        <img
          src={hero}
          alt=""
          width={1200}
          height={900}
          loading="lazy"
          className="absolute inset-0 size-full object-cover dark:brightness-90"
        />
      </div>
    </main>
  )
}
