import { href, Link } from 'react-router'
import { useFollowedOpening } from '~/platform/pages/opening'
import { OnlyAdmin } from '~/ui/ask/only-admin'
import { Banner, bannerLink } from '~/ui/page/shop-banner'

/** Shown on every page of the administration while the shop takes no orders. */
export function AdminClosedBanner() {
  const opening = useFollowedOpening()
  return (
    <Banner opening={opening}>
      <OnlyAdmin>
        <Link to={`${href('/admin/settings')}#opening`} className={bannerLink}>
          Atur buka dan tutup
        </Link>
      </OnlyAdmin>
    </Banner>
  )
}
