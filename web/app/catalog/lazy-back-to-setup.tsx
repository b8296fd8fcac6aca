import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useLoaded } from '~/platform/use-loaded'

/** On a page of the shop, for the seller who looks at the first product. Only the browser knows where a reader came from. */
export function LazyBackToSetup() {
  const { state } = useLocation()
  const [isMeant, setMeant] = useState(false)
  useEffect(() => setMeant(state?.from === 'setup'), [state])
  return isMeant && <Loaded />
}

function Loaded() {
  const loaded = useLoaded(() => import('~/settings/back-to-setup'))
  return loaded && <loaded.BackToSetup className="" />
}
