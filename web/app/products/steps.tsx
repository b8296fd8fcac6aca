import type { Product } from '@camilan/contract/catalog'
import { nextStep } from '@camilan/contract/price-steps'
import { formatNumber, formatRupiah } from '~/platform/state/formats'
import { useWords } from '~/products/words'

type Stepped = Pick<Product, 'price_steps' | 'packaging'>

/** '3 toples Rp 279.000', for each step that is below the present price. */
export function Steps({ product }: { product: Stepped & Pick<Product, 'price'> }) {
  const words = useWords()
  const below = product.price_steps.filter(({ price }) => price < product.price)
  if (below.length === 0) return null
  const pieces = words.packaging(product.packaging).toLowerCase()
  return (
    <ul aria-label="Harga grosir" className="mt-2 mb-1 grid gap-0.5 text-15">
      {below.map(({ quantity, price }) => (
        <li key={quantity}>
          <span className="font-bold">{`${formatNumber(quantity)} ${pieces} ${formatRupiah(quantity * price)}`}</span>{' '}
          <span className="text-13 text-muted">{`${formatRupiah(price)} per ${pieces}`}</span>
        </li>
      ))}
    </ul>
  )
}

interface HintProps {
  product: Stepped & { single: number; stock: number }
  quantity: number
  /** The pieces that count: its own, and those of the other sizes. */
  together?: number
  className?: string
}

/** 'Tambah 1, hemat Rp 14.000', where one or two more are cheaper for each. */
export function StepHint({ product, quantity, together = quantity, className = '' }: HintProps) {
  const next = nextStep({ price: product.single, steps: product.price_steps }, { quantity, together })
  if (!next || next.add > 2 || quantity + next.add > product.stock) return null
  return (
    <p className={`text-13 font-semibold text-accent ${className}`}>
      {`Tambah ${next.add}, hemat ${formatRupiah(next.saves)}.`}
    </p>
  )
}
