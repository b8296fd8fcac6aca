import type { AdminSettings } from '@camilan/contract/settings'
import type { LucideIcon } from 'lucide-react'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Elements } from '~/ui/elements'
import { BackToSetup } from './back-to-setup'

/** The props of every section of the page. */
export interface SectionProps {
  admin: AdminSettings
  /** Called after a change, or when the server has newer settings. */
  onSettings: (admin: AdminSettings) => void
  /** Tells the page whether typed values of this section would be lost. Pass a stable function. */
  onUnsaved: (section: string, isUnsaved: boolean) => void
}

interface SettingsSectionProps {
  /** The hash in the URL: `/admin/settings#delivery` opens the section. */
  id: string
  title: string
  icon: LucideIcon
  /** The present state in a few words, shown while the section is closed. */
  summary: ReactNode
  /** The section has unsaved values: it is open when the page is shown, and says so while closed. */
  isDirty?: boolean
  children: Elements
}

/** A part of the settings that can be opened, so that the page is short on a phone. */
export function SettingsSection({ id, title, icon: Icon, summary, isDirty = false, children }: SettingsSectionProps) {
  const { hash } = useLocation()
  const isMeant = hash === `#${id}`
  const [open, setOpen] = useState(isMeant)
  useEffect(() => {
    if (isMeant || isDirty) setOpen(true)
  }, [isMeant, isDirty])
  return (
    <details
      id={id}
      open={open}
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget) setOpen(currentTarget.open)
      }}
      className="card group min-w-0"
    >
      <summary className="grid min-h-16 list-none grid-cols-[auto_minmax(0,1fr)_auto] content-center items-center gap-x-3 rounded-2xl px-4 py-3 md:px-5">
        <Icon aria-hidden className="row-span-2 size-6 text-accent" />
        <h3 className="text-17 leading-snug font-bold">{title}</h3>
        <ChevronDown
          aria-hidden
          className="row-span-2 size-5 text-muted transition-transform duration-150 group-open:rotate-180"
        />
        <span className="col-start-2 line-clamp-3 text-13 narrow:line-clamp-none text-muted wrap-anywhere group-open:hidden">
          {isDirty ? 'Ada perubahan yang belum disimpan' : summary}
        </span>
      </summary>
      <div className="border-t border-line px-4 pt-4 pb-5 md:px-5">
        {children}
        {isMeant && <BackToSetup />}
      </div>
    </details>
  )
}
