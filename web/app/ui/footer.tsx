import { categories, categoryLabels } from '@camilan/contract/catalog-values'
import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { useShopInfo } from '~/platform/shop-info'
import { OpeningHours } from './opening-hours'

const link = 'flex min-h-11 items-center md:min-h-9 hover:text-accent hover:underline hover:underline-offset-4'

export function Footer() {
  const { name, tagline, address, contacts, hours, sinceYear, copyrightYear } = useShopInfo()
  return (
    <footer className="mt-12 border-t border-line bg-soft">
      <div className="mx-auto grid max-w-6xl grid-cols-2 gap-x-6 gap-y-8 px-4 py-10 md:grid-cols-[3fr_2fr_2.2fr_1.6fr] md:px-6">
        <div className="col-span-2 md:col-span-1">
          <p className="text-21 font-extrabold tracking-tight">{name}</p>
          <p className="mt-2 max-w-72 text-pretty text-muted">
            {tagline ??
              `Keripik dan kue kering dari dapur rumahan, dikemas dalam bal dan toples${sinceYear ? ` sejak ${sinceYear}` : ''}.`}
          </p>
          {address && <p className="mt-2 max-w-72 whitespace-pre-line text-muted">{address}</p>}
          {hours && <p className="mt-4 font-bold">Jam buka</p>}
          <OpeningHours className="mt-1 text-muted" />
        </div>
        <Column title="Kategori">
          {categories.map((category) => (
            <li key={category}>
              <Link to={`${href('/products')}?category=${category}`} className={link}>
                {categoryLabels[category]}
              </Link>
            </li>
          ))}
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
        <Column title="Ikuti Kami">
          {contacts.map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener" className={link}>
                {name}
              </a>
            </li>
          ))}
          {contacts.length === 0 &&
            ['Instagram', 'Facebook', 'WhatsApp', 'Segera hadir.'].map((name) => <li key={name}>{name}</li>)}
        </Column>
      </div>
      <p className="border-t border-line px-4 py-5 text-center text-13 text-muted">
        © {copyrightYear} {name}
      </p>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-15 font-bold">{title}</h2>
      <ul className="mt-1 text-muted md:mt-2">{children}</ul>
    </div>
  )
}
