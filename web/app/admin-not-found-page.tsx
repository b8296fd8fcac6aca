import { data } from 'react-router'
import { privatePage } from './platform/pages/meta'
import { NotFound } from './ui/loading/page-problem'
import { PageSkeleton } from './ui/loading/skeleton'

export const meta = privatePage('Halaman Tidak Ditemukan')

export const loader = () => data(null, { status: 404 })

/** Customers are led to the login page first, as from all pages of the administration. */
export const clientLoader = () => null
clientLoader.hydrate = true as const

export { PageSkeleton as HydrateFallback }

export default function AdminNotFoundPage() {
  return <NotFound />
}
