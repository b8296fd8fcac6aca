import { privatePage } from '~/platform/meta'
import { LoadProblem } from '~/ui/load-problem'
import type { Route } from './+types/profile-page'
import { AccountLinks } from './account-links'
import { loadProfile } from './load-profile'
import { Profile } from './profile'
import { ProfileSkeleton } from './profile-skeleton'

const title = 'Profil Saya'
export const meta = privatePage(title)

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadProfile('/api/users/me', request.signal)
}

export function HydrateFallback() {
  return <ProfileSkeleton title={title} />
}

export function ErrorBoundary() {
  return <LoadProblem title={title} sentence="Gagal memuat data profil" className="max-w-3xl" />
}

export default function ProfilePage({ loaderData: user }: Route.ComponentProps) {
  return (
    <main className="page max-w-3xl">
      <Profile title={title} user={user} path="/api/users/me" />
      <AccountLinks />
    </main>
  )
}
