import { useLocation, useNavigation } from 'react-router'

/** Whether other rows of this page's list are being loaded. The old rows stay on screen until then. */
export function useListPending(): boolean {
  const { location } = useNavigation()
  return location?.pathname === useLocation().pathname
}
