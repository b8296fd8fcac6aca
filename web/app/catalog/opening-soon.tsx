import { MessageCircle } from 'lucide-react'
import { href } from 'react-router'
import hero from '~/brand/hero.svg'
import { whatsappUrl } from '~/platform/contact-links'
import { useSession } from '~/platform/session'
import { useShopInfo } from '~/platform/shop-info'
import { LinkButton } from '~/ui/button'

/** What a shop without products says of itself. */
export const openingSoon = 'Toko ini segera buka: produk pertama sedang kami siapkan.'

/** The home page of a shop without products. */
export function OpeningSoon() {
  const { name, tagline, whatsapp } = useShopInfo()
  const { token, isAdmin } = useSession()
  const invitation = whatsapp
    ? 'Ingin tahu kapan, atau memesan lebih dulu? Kirim pesan lewat WhatsApp.'
    : `Silakan mampir lagi${token === null ? ', atau daftar dulu supaya nanti tinggal memesan' : ' beberapa hari lagi'}.`
  return (
    <main>
      <section className="kawung border-b border-line bg-soft md:grid md:grid-cols-2">
        <img
          src={hero}
          alt=""
          width={1200}
          height={900}
          fetchPriority="high"
          className="aspect-4/3 w-full object-cover md:order-last md:aspect-auto md:h-full md:min-h-130 dark:brightness-90"
        />
        <div className="flex flex-col justify-center px-4 py-8 md:py-16 md:pr-12 md:pl-[max(1.5rem,calc(100%-34.5rem))]">
          <h1 className="text-28 font-extrabold tracking-tight md:text-40">Selamat datang di {name}</h1>
          {tagline && <p className="mt-3 max-w-110 text-17 wrap-anywhere md:mt-4">{tagline}</p>}
          <p className="mt-3 max-w-110 text-17 text-pretty md:mt-4">{openingSoon}</p>
          <p className="mt-2 max-w-110 text-17 text-pretty">
            {isAdmin ? 'Pembeli melihat halaman ini sampai Anda menambahkan produk.' : invitation}
          </p>
          <BeforeOpening className="mt-6" />
        </div>
      </section>
    </main>
  )
}

/** The next step in a shop without products: of its administrator, and of everybody else. */
export function BeforeOpening({ className }: { className: string }) {
  const { name, whatsapp } = useShopInfo()
  const { token, isAdmin } = useSession()
  return (
    <div className={`flex flex-wrap gap-3 ${className}`}>
      {isAdmin ? (
        <LinkButton to={href('/admin/manage-products')} className={large}>
          Tambahkan produk pertama
        </LinkButton>
      ) : (
        <>
          {whatsapp && (
            <LinkButton
              to={`${whatsappUrl(whatsapp)}?text=${encodeURIComponent(`Halo ${name}, kapan tokonya buka?`)}`}
              target="_blank"
              rel="noreferrer"
              className={large}
            >
              <MessageCircle aria-hidden className="size-5" />
              Tanya lewat WhatsApp
              <span className="sr-only"> (tab baru)</span>
            </LinkButton>
          )}
          {token === null && (
            <LinkButton variant={whatsapp ? 'quiet' : 'main'} to={href('/auth/register')} className={large}>
              Daftar dulu
            </LinkButton>
          )}
        </>
      )}
    </div>
  )
}

const large = 'min-h-12 px-7 text-17'
