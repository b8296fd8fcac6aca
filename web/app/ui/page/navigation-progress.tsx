import { useNavigation } from 'react-router'

/** A thin line at the top while the next page loads, delayed so that fast pages show none. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div
      aria-hidden
      className={`fixed inset-x-0 top-0 z-40 h-1 origin-left bg-highlight transition-transform ${busy ? 'scale-x-75 delay-150 duration-2000' : 'scale-x-0 duration-0'}`}
    />
  )
}
