import { imageAt } from '@camilan/contract/images'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import mark from '~/brand/favicon.svg'
import wordmark from '~/brand/logo.svg'
import { useShopInfo } from '~/platform/pages/shop-info'

interface LogoProps {
  to?: string
  /** Shows only the jar on a phone, to leave room for the search box. */
  compact?: boolean
}

/** The drawn logo contains the name Camilan. Any other shop gets its own picture, or the jar, and its name as text. */
export function Logo({ to, compact = false }: LogoProps) {
  const { name, logo } = useShopInfo()
  return (
    <Frame to={to}>
      {name === 'Camilan' && logo === null ? (
        <picture>
          {compact && <source media="(max-width: 47.99rem)" srcSet={mark} width={64} height={64} />}
          <img
            src={wordmark}
            alt={name}
            width={956}
            height={172}
            className={`w-auto md:h-8 ${compact ? 'h-9' : 'h-7'}`}
          />
        </picture>
      ) : (
        <>
          <img
            src={logo === null ? mark : imageAt(logo, 160)}
            alt=""
            width={64}
            height={64}
            className={`size-9 ${logo === null ? '' : 'rounded-lg object-contain'}`}
          />
          <span
            className={`shop-name max-w-40 truncate text-21 font-extrabold ${compact ? 'sr-only md:not-sr-only' : ''}`}
          >
            {name}
          </span>
        </>
      )}
    </Frame>
  )
}

function Frame({ to, children }: { to: string | undefined; children: ReactNode }) {
  const look = 'flex min-h-11 min-w-11 items-center gap-2 rounded-xl'
  if (to === undefined) return <div className={look}>{children}</div>
  return (
    <Link to={to} className={look}>
      {children}
    </Link>
  )
}
