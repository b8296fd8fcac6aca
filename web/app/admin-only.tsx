/** The pages of the administration that are for administrators alone: a member of staff is told so. */
import { href, Outlet } from 'react-router'
import drawing from './brand/empty-orders.svg'
import { useSession } from './platform/api/session'
import { fullTitle } from './platform/pages/meta'
import { useShopInfo } from './platform/pages/shop-info'
import { LinkButton } from './ui/ask/button'
import type { Elements } from './ui/elements'
import { EmptyState } from './ui/loading/empty-state'
import { FailedPage } from './ui/loading/failed-page'

export default function AdminOnly() {
  return (
    <OnlyForAdmins>
      <Outlet />
    </OnlyForAdmins>
  )
}

export const ErrorBoundary = () => (
  <OnlyForAdmins>
    <FailedPage />
  </OnlyForAdmins>
)

const onlyForAdmins = 'Hanya untuk administrator'

function OnlyForAdmins({ children }: { children: Elements }) {
  const shop = useShopInfo()
  if (useSession().role !== 'staf') return children
  return (
    <main className="page">
      {/* React Router leaves out the `meta` of a page whose loader was refused. */}
      <title>{fullTitle(onlyForAdmins, shop)}</title>
      <h1 className="sr-only">{onlyForAdmins}</h1>
      <EmptyState
        drawing={drawing}
        title="Halaman ini hanya untuk administrator"
        action={<LinkButton to={href('/admin/manage-orders')}>Ke Pesanan</LinkButton>}
      >
        Sebagai staf, Anda mengerjakan pesanan, kemasan, dan stok. Untuk yang lain, mintalah pemilik toko.
      </EmptyState>
    </main>
  )
}
