import { data, redirectDocument } from 'react-router'
import type { Route } from './+types/not-found-page'
import { privatePage } from './platform/pages/meta'
import { NotFound } from './ui/loading/page-problem'

export const meta = privatePage('Halaman Tidak Ditemukan')

export const loader = () => data(null, { status: 404 })
/** Other pages do not know those of the administration, so they are loaded as documents. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (/^\/admin(\/|$)/.test(new URL(request.url).pathname)) throw redirectDocument(request.url)
  return null
}

export default function NotFoundPage() {
  return <NotFound />
}
