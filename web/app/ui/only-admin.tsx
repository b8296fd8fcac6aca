import type { ReactNode } from 'react'
import { useSession } from '~/platform/session'

/** Its content is for administrators: members of staff, whom the server would refuse, don't see it. */
export function OnlyAdmin({ children }: { children: ReactNode }) {
  return useSession().role === 'staf' ? null : children
}
