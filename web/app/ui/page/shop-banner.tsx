import type { Opening } from '@camilan/contract/opening-answer'
import { href, Link } from 'react-router'
import drawing from '~/brand/closed.svg'
import { useWhatsapp } from '~/platform/pages/shop-info'
import type { Elements } from '~/ui/elements'

/** With the way to the seller, or else to the products. */
export function ShopBanner({ opening }: Pick<BannerProps, 'opening'>) {
  const whatsapp = useWhatsapp()
  return (
    <Banner opening={opening}>
      {whatsapp ? (
        <a href={whatsapp.url} target="_blank" rel="noopener" className={bannerLink}>
          Tanya lewat WhatsApp<span className="sr-only"> (tab baru)</span>
        </a>
      ) : (
        <Link to={href('/products')} className={bannerLink}>
          Isi keranjang dulu
        </Link>
      )}
    </Banner>
  )
}

export const bannerLink = 'flex min-h-11 w-fit items-center font-semibold underline underline-offset-2'

interface BannerProps {
  opening: Pick<Opening, 'is_open' | 'title' | 'message' | 'reopens'>
  /** The one thing that can be done now. */
  children: Elements
}

/** Nothing while the shop is open. A screen reader is told when it closes. */
export function Banner({ opening: { is_open, title, message, reopens }, children }: BannerProps) {
  return (
    <div role="status">
      {!is_open && (
        <section aria-label="Keadaan toko" className="border-b border-line bg-warning-soft text-warning">
          <div className="mx-auto flex max-w-6xl items-center gap-3 px-4 py-3 md:px-6">
            <img
              src={drawing}
              alt=""
              width={80}
              height={64}
              className="h-16 w-auto shrink-0 self-start dark:brightness-90"
            />
            <div className="min-w-0 grow gap-x-6 max-md:-mb-2.5 md:flex md:items-center md:justify-between">
              <p className="wrap-anywhere">
                <strong className="font-bold">{title}</strong>{' '}
                <span>{[message, reopens].filter(Boolean).join(' ')}</span>
              </p>
              {children}
            </div>
          </div>
        </section>
      )}
    </div>
  )
}
