import { AccountLinks } from '~/people/account-links'
import { loadProfile, me } from '~/people/me'
import { privatePage } from '~/platform/pages/meta'
import type { Route } from './+types/profile-page'
import { Profile, ProfileProblem, ProfileSkeleton } from './profile'

const title = 'Profil Saya'
export const meta = privatePage(title)

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return me.from(loadProfile('/api/users/me', { signal: request.signal }), (user) => user)
}

export const HydrateFallback = () => <ProfileSkeleton title={title} />

export const ErrorBoundary = () => <ProfileProblem title={title} />

export default function ProfilePage({ loaderData: user }: Route.ComponentProps) {
  return (
    <main className="page">
      <Profile title={title} user={user} path="/api/users/me">
        <AccountLinks />
      </Profile>
    </main>
  )
}
