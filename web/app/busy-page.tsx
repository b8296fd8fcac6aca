import { renderToStaticMarkup } from 'react-dom/server'
import unreachable from './brand/unreachable.svg'
import { Drawing } from './ui/empty-state'

/**
 * The document for the moment in which the server can't render one more page. It is the same for all URLs and has no
 * scripts; its link loads the URL that was asked for.
 */
export function renderBusyPage(shopName: string, stylesheets: readonly string[]): string {
  const document = (
    <html lang="id">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>{`Toko sedang ramai · ${shopName}`}</title>
        {stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <main className="page grid justify-items-center gap-3 text-center">
          <Drawing src={unreachable} className="mt-6" />
          <h1 className="title">Toko sedang ramai</h1>
          <p className="max-w-prose text-muted">
            Terlalu banyak halaman yang diminta sekaligus. Keranjang dan pesanan Anda tetap tersimpan. Silakan coba lagi
            beberapa detik lagi.
          </p>
          <p className="mt-3">
            {/* biome-ignore lint/a11y/useValidAnchor: the empty URL is the one that was asked for */}
            <a href="" className="link inline-flex min-h-11 items-center">
              Coba lagi
            </a>
          </p>
        </main>
      </body>
    </html>
  )
  return `<!DOCTYPE html>${renderToStaticMarkup(document)}`
}
