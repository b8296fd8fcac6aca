import type { User } from '@camilan/contract/accounts'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import type { ProfilePath } from '~/people/me'
import { Button } from '~/ui/ask/button'
import { SectionCard } from '~/ui/ask/section-card'
import type { Elements } from '~/ui/elements'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import { ChangePassword } from './change-password'
import { ProfileFields } from './profile-fields'

interface ProfileProps {
  title: string
  user: User
  path: ProfilePath
  /** The first part of the page. */
  children?: Elements
  /** Below the password. */
  more?: Elements
}

/** The location state with which another page leads here, to continue there afterwards. */
export interface ProfilePageState {
  backTo: string
}

/** The common parts of the profile pages of customers and administrators. */
export function Profile({ title, user, path, children, more }: ProfileProps) {
  const state = useLocation().state as ProfilePageState | null
  return (
    <>
      {state?.backTo && <BackLink to={state.backTo} />}
      <h1 className="title">{title}</h1>
      {children}
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="card p-4 md:p-6">
          <ProfileFields user={user} path={path} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <ChangePassword email={user.email} />
          <Devices />
          {more}
        </div>
      </div>
    </>
  )
}

export function ProfileSkeleton({ title }: { title: string }) {
  return (
    <TitledSkeleton title={title}>
      <div className="card grid gap-5 p-4 md:p-6">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="size-24 rounded-full" />
        <Skeleton className="h-19" />
        <Skeleton className="h-19" />
        <Skeleton className="h-28" />
      </div>
    </TitledSkeleton>
  )
}

const DeviceList = lazy(() => import('./device-list'))

/** Part of the profile, a button until it is pressed. */
function Devices() {
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
