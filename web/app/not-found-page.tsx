import { data } from 'react-router'
import { privatePage } from './platform/meta'
import { NotFound } from './ui/page-problem'

export const meta = privatePage('Halaman Tidak Ditemukan')

export const loader = () => data(null, { status: 404 })
export const clientLoader = () => null

export default function NotFoundPage() {
  return <NotFound />
}
