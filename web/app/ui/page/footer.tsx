import { imageAt } from '@camilan/contract/images'
import { visibleTerms } from '@camilan/contract/terms'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import jar from '~/brand/favicon.svg'
import table from '~/brand/table.svg'
import { useShopInfo } from '~/platform/pages/shop-info'
import { OpeningHours } from '~/ui/shop/opening-hours'

const link = 'flex min-h-11 items-center md:min-h-9 hover:text-accent hover:underline hover:underline-offset-4'

/** The page of all products has the others. */
const maxCategories = 6

export function Footer() {
  const { name, logo, tagline, address, contacts, delivery, hours, sinceYear, copyrightYear, terms, goods } =
    useShopInfo()
  const categories = visibleTerms(terms.categories)
  return (
    <footer className="hem relative mt-12 bg-soft md:mt-36">
      {/* A phone doesn't load it: it is lazy, and hidden there. */}
      <img
        src={table}
        alt=""
        width={400}
        height={186}
        loading="lazy"
        className="absolute right-[max(1.5rem,calc(50%-34.5rem))] bottom-full hidden h-26 w-auto md:block dark:brightness-90"
      />
      <div className="mx-auto grid max-w-6xl grid-cols-2 narrow:grid-cols-1 gap-x-6 gap-y-8 px-4 pt-6 pb-10 md:grid-cols-[3fr_2fr_2.2fr_2.2fr] md:px-6 md:pt-9">
        <div className="col-span-full md:col-span-1">
          <p className="flex items-center gap-2.5 text-21 font-extrabold tracking-tight md:text-28">
            <img
              src={logo === null ? jar : imageAt(logo, 160)}
              alt=""
              width={64}
              height={64}
              loading="lazy"
              className="size-10 rounded-lg object-contain"
            />
            <span className="min-w-0">{name}</span>
          </p>
          <p className="mt-3 max-w-80 text-17 text-pretty">
            {tagline ??
              `${goods ? `${goods} dari dapur rumahan` : 'Keripik dan kue kering dari dapur rumahan, dikemas dalam bal dan toples'}${sinceYear ? ` sejak ${sinceYear}` : ''}.`}
          </p>
          {address && <p className="mt-3 max-w-72 whitespace-pre-line text-muted">{address}</p>}
          {hours && <p className="mt-4 font-bold">Jam buka</p>}
          <OpeningHours className="mt-1 text-muted" />
        </div>
        <Column title="Kategori">
          {categories.slice(0, maxCategories).map(({ code, label }) => (
            <li key={code}>
              <Link to={`${href('/products')}?category=${code}`} className={link}>
                {label}
              </Link>
            </li>
          ))}
          {categories.length > maxCategories && (
            <li>
              <Link to={href('/products')} className={link}>
                Semua kategori
              </Link>
            </li>
          )}
        </Column>
        <Column title="Bantuan">
          <li>
            <Link to={`${href('/help')}#cara-memesan`} className={link}>
              Cara Memesan
            </Link>
          </li>
          <li>
            <Link to={`${href('/help')}#pertanyaan-umum`} className={link}>
              Pertanyaan Umum
            </Link>
          </li>
          <li>
            <Link to={href('/about-us')} className={link}>
              Tentang Kami
            </Link>
          </li>
        </Column>
        <Column title="Ikuti Kami" isWide>
          {contacts.map(({ name, url, text }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener" className={`${link} flex-wrap gap-x-2`}>
                <span>{name}</span> {text !== name && <span className="text-13 text-muted">{text}</span>}
              </a>
            </li>
          ))}
          {contacts.length === 0 &&
            ['Segera hadir di', 'Instagram', 'Facebook', 'WhatsApp'].map((name) => (
              <li key={name} className="text-muted first:w-full first:text-13">
                {name}
              </li>
            ))}
        </Column>
      </div>
      <div className="mx-auto max-w-6xl px-4 md:px-6">
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-5 text-13 text-muted">
          <p>{`© ${copyrightYear} ${name}`}</p>
          <p>{`Dikirim ke ${delivery.names}`}</p>
        </div>
      </div>
    </footer>
  )
}

/** `isWide`: on a phone its items are beside each other, below the other columns. */
function Column({ title, isWide = false, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-full md:col-span-1' : ''}>
      <h2 className="text-15 font-bold">{title}</h2>
      <ul className={`mt-1 md:mt-2 ${isWide ? 'flex flex-wrap gap-x-5 md:block' : ''}`}>{children}</ul>
    </div>
  )
}
