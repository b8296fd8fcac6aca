import { type ReactNode, useRef } from 'react'
import { useMatches } from 'react-router'
import { useHeightVariable } from './room-below'

/** The `handle` of a page of customers that has an `ActionBar`. */
export interface HasActionBar {
  /** The header then has the basket, also before the bar is shown, because a late part would move the rest of the header. */
  hasActionBar: true
}

/** Whether the page can have an `ActionBar`, even if it shows none at the moment. */
export const usePageHasActionBar = (): boolean =>
  useMatches().some(({ handle }) => (handle as Partial<HasActionBar> | undefined)?.hasActionBar)

interface ActionBarProps {
  children: ReactNode
  /** On wider screens it is part of the page instead. Without it, it stays visible there until the page ends below it. */
  onlyOnPhones?: boolean
  /** The reason why the action is not possible. */
  refusal?: ReactNode
}

const wide = {
  static: 'md:static md:z-auto md:border-0 md:bg-transparent md:p-0',
  sticky:
    'action-bar-everywhere md:sticky md:bottom-(--messages-height) md:flex md:flex-col md:items-end md:gap-3 md:rounded-b-2xl',
}

/** A bar at the bottom of the screen; on a short screen a part of the page. It hides the BottomBar (app.css). */
export function ActionBar({ children, onlyOnPhones = false, refusal }: ActionBarProps) {
  const ref = useRef<HTMLDivElement>(null)
  useHeightVariable(ref, '--bar-height')
  return (
    <div
      ref={ref}
      className={`action-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] ${onlyOnPhones ? wide.static : wide.sticky} short:static short:z-auto short:mt-4 short:border-0 short:bg-transparent short:p-0`}
    >
      {refusal && (
        <div
          className={`mx-auto -mt-1 mb-2 max-w-6xl text-13 text-danger ${onlyOnPhones ? '' : 'md:m-0 md:w-96 md:text-15'}`}
        >
          {refusal}
        </div>
      )}
      <div
        className={`mx-auto flex max-w-6xl flex-wrap items-center gap-3 narrow:[&>:last-child]:grow ${onlyOnPhones ? '' : 'md:mx-0 md:w-96 md:flex-col md:items-stretch'}`}
      >
        {children}
      </div>
    </div>
  )
}
