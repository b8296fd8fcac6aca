import { productPath } from '@camilan/contract/product-path'
import Trash2 from 'lucide-react/icons/trash'
import { Link } from 'react-router'
import { focusHeading } from '~/platform/state/focus'
import { formatNumber } from '~/platform/state/formats'
import { batchWords } from '~/products/batch-words'
import { StepHint } from '~/products/steps'
import { useWords } from '~/products/words'
import { IconButton } from '~/ui/ask/icon-button'
import { QuantityStepper } from '~/ui/fields/quantity-stepper'
import { ProductPicture } from '~/ui/shop/product-picture'
import { Rupiah } from '~/ui/shop/rupiah'
import { type CartLine, isShort, leftOf, shortageOf, useChangeLine } from './cart-lines'
import { togetherWith } from './cart-prices'
import { OwnPriceNote } from './price-notes'

export function LinePicture(line: CartLine) {
  const { product } = line
  return (
    <Link to={productPath(product)} tabIndex={-1} aria-hidden className="block w-20 shrink-0">
      <ProductPicture
        of={product}
        alt=""
        sizes="80px"
        className={`rounded-xl ${leftOf(line) === 0 ? 'opacity-55' : ''}`}
      />
    </Link>
  )
}

export function LineName({ product, batch }: CartLine) {
  const words = useWords()
  return (
    <>
      <Link
        to={productPath(product)}
        className="-my-2.5 inline-block py-2.5 font-semibold hover:text-accent hover:underline"
      >
        {product.name}
      </Link>
      <p className="text-13 text-muted">{words.kind(product)}</p>
      <OwnPriceNote of={product} />
      {batch && <p className="text-13 font-semibold">{batchWords(batch)}</p>}
    </>
  )
}

export function LineStepper(line: CartLine) {
  const words = useWords()
  const { quantity, product, pending } = line
  const { setQuantity } = useChangeLine(line)
  const left = leftOf(line)
  if (left === 0) {
    return (
      <span className="text-muted tabular-nums">
        {`${formatNumber(quantity)} ${words.packaging(product.packaging).toLowerCase()}`}
      </span>
    )
  }
  return (
    <QuantityStepper
      value={quantity}
      max={left}
      // A quantity above what is left goes down to it in one step, because no number between can be ordered.
      onChange={(requested) => setQuantity(Math.min(requested, left))}
      pending={pending}
      label={product.name}
    />
  )
}

/** The price of the whole line. One that is sold out is not part of the total. */
export function LinePrice(line: CartLine) {
  const { price } = line
  if (leftOf(line) > 0) return <Rupiah amount={price} className="font-bold max-lg:text-17" />
  return (
    <s className="text-muted">
      <Rupiah amount={price} />
    </s>
  )
}

export function LineShortage(line: CartLine) {
  const { setQuantity } = useChangeLine(line)
  const left = leftOf(line)
  if (!isShort(line)) return null
  return (
    <p className="text-13 font-semibold text-danger">
      <span>{`${shortageOf(line)}${left === 0 ? ', tidak dihitung' : ''}.`}</span>{' '}
      {left > 0 && (
        <button
          type="button"
          disabled={line.pending}
          onClick={() => setQuantity(left)}
          className="-my-3 inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {`Ubah jadi ${left}`}
        </button>
      )}
    </p>
  )
}

export function LineStepHint({ line, lines }: { line: CartLine; lines: readonly CartLine[] }) {
  if (line.product.is_own_price) return null
  const product = { ...line.product, single: line.product.single_price, stock: leftOf(line) }
  return <StepHint product={product} quantity={line.quantity} together={togetherWith(line, lines)} />
}

/** Removes the line. The focus goes to the same button of the next line, or of the one before, or to the heading. */
export function DeleteButton({ line }: { line: CartLine }) {
  const { remove } = useChangeLine(line)
  return (
    <IconButton
      icon={Trash2}
      label={`Hapus ${line.product.name}`}
      danger
      data-delete-line
      disabled={line.pending}
      onClick={({ currentTarget }) => {
        const buttons = [...document.querySelectorAll<HTMLElement>('[data-delete-line]')]
        const place = buttons.indexOf(currentTarget)
        void remove()
        const neighbour = buttons[place + 1] ?? buttons[place - 1]
        if (!neighbour) return focusHeading()
        neighbour.focus({ preventScroll: true })
        neighbour.scrollIntoView({ block: 'nearest' })
      }}
    />
  )
}
