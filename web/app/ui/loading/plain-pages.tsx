/** Documents without scripts, for moments without a page. Their link loads the requested URL. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import unreachable from '~/brand/unreachable.svg'
import { mainButton } from '~/ui/ask/button'
import { Drawing } from './empty-state'

interface PlainPage {
  title: string
  shopName: string
  stylesheets: readonly string[]
  children: ReactNode
}

function renderPlainPage({ title, shopName, stylesheets, children }: PlainPage): string {
  const document = (
    <html lang="id">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${shopName}`}</title>
        {stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <main className="page grid justify-items-center gap-3 text-center">
          <Drawing src={unreachable} className="mt-6" />
          <h1 className="title">{title}</h1>
          {children}
          <p className="mt-3">
            <Again label="Coba lagi" look={mainButton} />
          </p>
        </main>
      </body>
    </html>
  )
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`
}

const Again = ({ label, look = 'link inline-flex min-h-11 items-center' }: { label: string; look?: string }) => (
  // biome-ignore lint/a11y/useValidAnchor: the empty URL is the one that was asked for
  <a href="" className={look}>
    {label}
  </a>
)

/** Shown while the server can't render one more page. */
export function renderBusyPage(shopName: string, stylesheets: readonly string[]): string {
  return renderPlainPage({
    title: 'Toko sedang ramai',
    shopName,
    stylesheets,
    children: (
      <p className="max-w-prose text-muted">
        Terlalu banyak halaman yang diminta sekaligus. Keranjang dan pesanan Anda tetap tersimpan. Silakan coba lagi
        beberapa detik lagi.
      </p>
    ),
  })
}

/**
 * The page of the service worker for when the shop does not answer. It fills in `{kept}`, `{url}` and `{time}`.
 * @returns the page; its link to the last page that the browser keeps; the beginning of such a page
 */
export function renderOffline(shopName: string, stylesheets: readonly string[]) {
  const page = renderPlainPage({
    title: 'Tidak ada koneksi',
    shopName,
    stylesheets,
    children: (
      <>
        <p className="max-w-prose text-muted">
          Toko belum bisa dihubungi. Keranjang dan pesanan Anda tetap tersimpan. Periksa koneksi internet Anda lalu coba
          lagi.
        </p>
        {'{kept}'}
      </>
    ),
  })
  const link = renderToStaticMarkup(
    <p>
      <a href="{url}" className="link inline-flex min-h-11 items-center">
        Buka halaman terakhir, dari {'{time}'}
      </a>
    </p>,
  )
  // React keeps it when it takes over the page, because it is no `div`, with which the body of every page begins.
  const note = renderToStaticMarkup(
    <section
      id="dari-simpanan"
      role="status"
      className="fixed inset-x-0 bottom-[calc(var(--bar-height)+var(--messages-height)+env(safe-area-inset-bottom))] z-10 flex flex-wrap items-center justify-center gap-x-3 border-t border-line bg-warning-soft px-4 text-center text-warning"
    >
      <span className="py-2">
        {'{why}'}; halaman ini dari <span className="whitespace-nowrap">{'{time}'}</span>.
      </span>{' '}
      <Again label="Muat ulang" />
    </section>,
  )
  return { page, link, note }
}
