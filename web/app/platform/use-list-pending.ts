import { useLocation, useNavigation } from 'react-router'

/** Whether other rows of the list on this page are being loaded; the old rows stay on screen until then. */
export function useListPending(): boolean {
  const { location } = useNavigation()
  return location?.pathname === useLocation().pathname
}
