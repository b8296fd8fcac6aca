import { lazy, Suspense, useState } from 'react'
import { Button } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'

const DeviceList = lazy(() => import('./device-list'))

/** Part of the profile, a button until it is pressed. */
export function Devices() {
  const [isOpen, setOpen] = useState(false)
  return (
    <SectionCard title="Perangkat yang Masuk" className="md:p-6">
      {isOpen ? (
        <Suspense>
          <DeviceList />
        </Suspense>
      ) : (
        <>
          <p className="mb-4 text-muted">Ponsel dan komputer yang sedang login dengan akun Anda.</p>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            Lihat Perangkat
          </Button>
        </>
      )}
    </SectionCard>
  )
}
