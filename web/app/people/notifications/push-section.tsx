import type { Role } from '@camilan/contract/accounts'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '~/ui/ask/button'

const PushForm = lazy(() => import('./push-form'))

/** Pushes to this device: a button beside the heading, on a phone below it. The browser asks for its permission only after the button. */
export function PushSection({ role }: { role: Role }) {
  const [isAble, setAble] = useState<boolean>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setAble('PushManager' in window && 'serviceWorker' in navigator), [])
  if (isAble === undefined) return null
  if (!isAble) {
    return (
      <p className="mt-4 basis-full text-13 text-muted">
        Peramban ini tidak bisa menerima kabar; di iPhone bisa, setelah toko dipasang di layar utama lewat tombol
        Bagikan.
      </p>
    )
  }
  if (isOpen) {
    return (
      <Suspense>
        <PushForm role={role} />
      </Suspense>
    )
  }
  return (
    <Button variant="quiet" onClick={() => setOpen(true)} className="max-md:mt-4 max-md:w-full">
      <Bell aria-hidden className="size-5" />
      Kabari saya di perangkat ini
    </Button>
  )
}
