import { lazy, Suspense } from 'react'
import { loadProfile } from '~/people/me'
import { privatePage } from '~/platform/pages/meta'
import type { PageWords } from '~/ui/loading/failed-page'
import type { Route } from './+types/admin-profile-page'
import { Profile, ProfileSkeleton } from './profile'

const RecoveryCodes = lazy(() => import('./recovery-codes'))

const title = 'Profil Admin'
export const meta = privatePage(title)
export const handle: PageWords = { title, failed: 'Gagal memuat data profil' }

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadProfile('/api/admin/users/me', { signal: request.signal })
}

export const HydrateFallback = () => <ProfileSkeleton title={title} />

export default function AdminProfilePage({ loaderData: user }: Route.ComponentProps) {
  return (
    <main className="page">
      <Profile
        title={title}
        user={user}
        path="/api/admin/users/me"
        more={
          user.is_admin &&
          !user.is_demo && (
            <Suspense>
              <RecoveryCodes />
            </Suspense>
          )
        }
      />
    </main>
  )
}
