import type { User } from '@camilan/contract/accounts'
import { useLocation } from 'react-router'
import type { ProfilePath } from '~/people/me'
import type { Elements } from '~/ui/elements'
import { LoadProblem } from '~/ui/loading/load-problem'
import { Skeleton, TitledSkeleton } from '~/ui/loading/skeleton'
import { BackLink } from '~/ui/page/back-link'
import { ChangePassword } from './change-password'
import { Devices } from './devices'
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

export function ProfileProblem({ title }: { title: string }) {
  return <LoadProblem title={title} sentence="Gagal memuat data profil" />
}
