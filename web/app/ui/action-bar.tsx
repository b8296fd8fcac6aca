import type { ReactNode } from 'react'

interface ActionBarProps {
  children: ReactNode
  /** Where the screen has room for it in the page, it stands there instead. */
  onlyOnPhones?: boolean
}

/** A bar at the bottom of the screen; a page with one says so in its `handle: PageHandle`. */
export function ActionBar({ children, onlyOnPhones = false }: ActionBarProps) {
  return (
    <div
      className={`fixed inset-x-0 bottom-0 z-20 border-t border-wijen bg-kelapa px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] ${onlyOnPhones ? 'md:static md:z-auto md:border-0 md:bg-transparent md:p-0' : 'md:px-0'}`}
    >
      <div className={`mx-auto flex max-w-6xl items-center gap-3 ${onlyOnPhones ? '' : 'md:px-6'}`}>{children}</div>
    </div>
  )
}
