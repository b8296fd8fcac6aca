import { useLocation } from 'react-router'
import { useLoaded } from '~/platform/state/use-loaded'

/** On a page of the shop, for the seller who looks at the first product. Only the browser knows where a reader came from. */
export function LazyBackToSetup() {
  const { state } = useLocation()
  const loaded = useLoaded(async () => state?.from === 'setup' && import('~/settings/back-to-setup'))
  return loaded && <loaded.BackToSetup className="" />
}
