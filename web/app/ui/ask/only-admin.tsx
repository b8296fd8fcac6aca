import { useSession } from '~/platform/api/session'
import type { Elements } from '~/ui/elements'

/** Its content is for administrators: members of staff, whom the server would refuse, don't see it. */
export function OnlyAdmin({ children }: { children: Elements }) {
  return useSession().role === 'staf' ? null : children
}
