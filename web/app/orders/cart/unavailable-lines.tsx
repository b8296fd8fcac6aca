import type { Cart } from '@camilan/contract/cart'
import { Trash2 } from 'lucide-react'
import { focusHeading } from '~/platform/state/focus'
import { IconButton } from '~/ui/ask/icon-button'
import { Notice } from '~/ui/ask/notice'
import { useRemoveUnavailable } from './cart-lines'

/** Says which products left the shop since they were put into the cart. */
export function UnavailableLines({ lines }: { lines: Cart['unavailable'] }) {
  if (lines.length === 0) return null
  return (
    <div className="mt-4">
      <Notice>
        <ul>
          {lines.map((line) => (
            <UnavailableLine key={line.id} {...line} />
          ))}
        </ul>
      </Notice>
    </div>
  )
}

function UnavailableLine({ id, name }: Cart['unavailable'][number]) {
  const remove = useRemoveUnavailable(id)
  return (
    <li className="flex items-center justify-between gap-2">
      <span className="min-w-0 wrap-anywhere">{`${name || 'Satu produk'} sedang tidak dijual.`}</span>
      <IconButton
        icon={Trash2}
        label={`Hapus ${name}`}
        danger
        onClick={() => {
          void remove()
          focusHeading()
        }}
      />
    </li>
  )
}
