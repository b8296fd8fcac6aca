import { href } from 'react-router'
import { useSession } from '~/platform/api/session'
import { useShopInfo, useWhatsapp } from '~/platform/pages/shop-info'
import { LinkButton } from '~/ui/ask/button'
import { HeroPicture } from '~/ui/shop/hero-picture'

/** The description of a shop without products. */
export const openingSoon = 'Toko ini segera buka: produk pertama sedang kami siapkan.'

const lead = 'mt-3 max-w-110 text-17 text-pretty'
const large = 'min-h-12 px-7 text-17'

/** The home page of a shop without products, with the next step for its administrator and for visitors. */
export function OpeningSoon() {
  const shop = useShopInfo()
  const { token, isAdmin } = useSession()
  const whatsapp = useWhatsapp()
  return (
    <main>
      <section className="kawung border-b border-line bg-soft md:grid md:grid-cols-2">
        <HeroPicture
          decorative
          sizes="(min-width: 768px) 50vw, 100vw"
          fetchPriority="high"
          className="aspect-4/3 w-full md:order-last md:aspect-auto md:h-full md:min-h-130"
        />
        <div className="flex flex-col justify-center px-4 py-8 md:py-16 md:pr-12 md:pl-[max(1.5rem,calc(100%-34.5rem))]">
          <h1 className="text-28 font-extrabold tracking-tight md:text-40">{`Selamat datang di ${shop.name}`}</h1>
          {shop.tagline && <p className={`${lead} wrap-anywhere`}>{shop.tagline}</p>}
          <p className={lead}>{openingSoon}</p>
          <p className={lead}>
            {isAdmin
              ? 'Pembeli melihat halaman ini sampai Anda menambahkan produk.'
              : whatsapp
                ? 'Ingin tahu kapan, atau memesan lebih dulu? Kirim pesan lewat WhatsApp.'
                : 'Silakan mampir lagi, atau daftar dulu supaya nanti tinggal memesan.'}
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            {isAdmin && (
              <LinkButton to={href('/admin/manage-products')} className={large}>
                Tambahkan produk pertama
              </LinkButton>
            )}
            {whatsapp && !isAdmin && (
              <LinkButton to={whatsapp.url} target="_blank" rel="noopener" className={large}>
                Tanya lewat WhatsApp<span className="sr-only"> (tab baru)</span>
              </LinkButton>
            )}
            {token === null && (
              <LinkButton variant={whatsapp ? 'quiet' : 'main'} to={href('/auth/register')} className={large}>
                Daftar dulu
              </LinkButton>
            )}
          </div>
        </div>
      </section>
    </main>
  )
}
