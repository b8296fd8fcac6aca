import { type Category, categoryLabels, packagingLabels, usualPackaging, weightLabels } from '@camilan/contract/catalog'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'

const promises: Record<Category, string> = {
  MAKANAN_RINGAN: 'Keripik dan kerupuk renyah untuk teman ngobrol.',
  KUE_KERING: 'Nastar, kastengel, dan kawan-kawannya untuk meja tamu.',
}

export function CategoryTile({ category }: { category: Category }) {
  const { packaging, weights } = usualPackaging[category]
  return (
    <Link
      to={`/products?category=${category}`}
      className="card flex h-full items-center justify-between gap-4 p-5 hover:bg-soft md:p-6"
    >
      <span>
        <span className="block text-21 font-extrabold tracking-tight">{categoryLabels[category]}</span>
        <span className="mt-1 block">{promises[category]}</span>
        <span className="mt-1 block text-13 text-muted">
          {packagingLabels[packaging]} {weights.map((weight) => weightLabels[weight]).join(' atau ')}
        </span>
      </span>
      <ArrowRight aria-hidden className="size-6 shrink-0 text-accent" />
    </Link>
  )
}
