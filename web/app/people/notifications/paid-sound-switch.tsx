import { Volume2, VolumeX } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from '~/platform/state/store'
import { IconButton } from '~/ui/ask/icon-button'
import { paidSound, restorePaidSound, switchPaidSound } from './paid-sound'

export function PaidSoundSwitch() {
  const on = useStore(paidSound)
  useEffect(restorePaidSound, [])
  return (
    <IconButton
      icon={on ? Volume2 : VolumeX}
      label="Bunyi saat pesanan dibayar"
      aria-pressed={on}
      onClick={() => switchPaidSound(!on)}
    />
  )
}
