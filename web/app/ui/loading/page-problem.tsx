import { pageErrors } from '@camilan/contract/page-errors'
import { href, isRouteErrorResponse, useNavigate, useRevalidator, useRouteError } from 'react-router'
import notFound from '~/brand/not-found.svg'
import unreachable from '~/brand/unreachable.svg'
import { ApiError } from '~/platform/api/api-error'
import { useSession } from '~/platform/api/session'
import { Button, LinkButton } from '~/ui/ask/button'
import { Drawing } from './empty-state'

const notFoundTitle = 'Halaman Tidak Ditemukan'

const unavailable =
  'Ada gangguan sementara di toko kami. Keranjang dan pesanan Anda tetap tersimpan. Silakan coba lagi beberapa saat lagi.'

/** The server's failures have a status, so this one is of the page itself. */
const brokenHere =
  'Ada yang gagal di peramban Anda saat menampilkan halaman ini. Muat ulang halaman ini. Kalau terjadi lagi, matikan terjemahan otomatis atau perbarui peramban Anda.'

/** The content of an ErrorBoundary. `on404` is the heading if the requested thing does not exist. */
export function PageProblem({ on404 }: { on404?: string }) {
  const error = useRouteError()
  const { state, revalidate } = useRevalidator()
  if (statusOf(error) === 404) return <NotFound {...(on404 && { title: on404 })} />
  // The session has ended, and the redirect to the login page has started.
  if (statusOf(error) === 401) return <main className="page" aria-busy />
  const isFromApi = error instanceof ApiError
  const isOffline = isFromApi && error.code === 'NETWORK'
  return (
    <main className="page grid justify-items-center gap-3 text-center">
      <Drawing src={unreachable} className="mt-6" />
      <h1 className="title">{isOffline ? 'Tidak ada koneksi' : problemTitle(error)}</h1>
      <p className="max-w-prose text-muted">{sentenceAbout(error)}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        {/* A reload of the document without a network would show the browser's error page. */}
        <Button pending={state !== 'idle'} onClick={isFromApi ? revalidate : () => window.location.reload()}>
          Coba lagi
        </Button>
        <LinkButton variant="quiet" to={href('/')}>
          Ke Beranda
        </LinkButton>
      </div>
    </main>
  )
}

/** Needs nothing that can fail. */
export const BrokenPage = () => (
  <main className="page grid gap-3">
    <h1 className="title">Halaman ini sedang bermasalah</h1>
    <p className="max-w-prose text-muted">{brokenHere}</p>
  </main>
)

const starts = {
  admin: { to: href('/admin/dashboard'), label: 'Ke Dashboard' },
  staf: { to: href('/admin/manage-orders'), label: 'Ke Pesanan' },
  customer: { to: href('/'), label: 'Ke Beranda' },
}

export function NotFound({ title = notFoundTitle }: { title?: string }) {
  const { role } = useSession()
  const navigate = useNavigate()
  return (
    <main className="page grid justify-items-center gap-3 text-center">
      <img src={notFound} alt="" width={320} height={240} className="mt-6 h-auto w-64 md:w-80 dark:brightness-90" />
      <h1 className="title">{title}</h1>
      <p className="max-w-prose text-muted">
        Mungkin alamatnya salah ketik, atau yang Anda cari sudah tidak ada di toko ini.
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <LinkButton to={starts[role].to}>{starts[role].label}</LinkButton>
        <Button variant="quiet" onClick={() => navigate(-1)}>
          Ke Halaman Sebelumnya
        </Button>
      </div>
    </main>
  )
}

/** The heading, and the title of the document. */
export function problemTitle(error: unknown, on404 = notFoundTitle): string {
  if (statusOf(error) === 404) return on404
  return statusOf(error) === 503 ? 'Toko sedang tidak bisa dibuka' : 'Halaman ini sedang bermasalah'
}

function sentenceAbout(error: unknown): string {
  if (error instanceof ApiError) return error.message
  const status = statusOf(error)
  if (status === undefined) return brokenHere
  return status === 503 ? unavailable : pageErrors.INTERNAL
}

export function statusOf(error: unknown): number | undefined {
  return isRouteErrorResponse(error) || error instanceof ApiError ? error.status : undefined
}
