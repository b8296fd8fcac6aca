import { useSession } from '~/platform/session'
import type { Elements } from './elements'

/** Its content is for administrators: members of staff, whom the server would refuse, don't see it. */
export function OnlyAdmin({ children }: { children: Elements }) {
  return useSession().role === 'staf' ? null : children
}
