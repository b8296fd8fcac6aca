import { useMediaQuery } from '~/platform/state/use-media-query'
import { LastDay, Price } from '~/products/promotion'
import {
  DeleteButton,
  LineName,
  LinePicture,
  LinePrice,
  LineShortage,
  LineStepHint,
  LineStepper,
} from './cart-line-parts'
import type { CartLine } from './cart-lines'

interface CartListProps {
  lines: readonly CartLine[]
}

/** A table on a wide screen, cards on a phone. */
export function CartList(props: CartListProps) {
  const isWide = useMediaQuery('(min-width: 64rem)')
  return isWide ? <CartTable {...props} /> : <CartCards {...props} />
}

const heading = 'border-b border-line px-4 py-3 text-13 font-bold text-muted'

function CartTable({ lines }: CartListProps) {
  return (
    <table className="w-full table-fixed text-left">
      <thead>
        <tr>
          <th scope="col" className={heading}>
            Produk
          </th>
          <th scope="col" className={`${heading} w-40 text-right`}>
            Harga Satuan
          </th>
          <th scope="col" className={`${heading} w-40 text-center`}>
            Jumlah
          </th>
          <th scope="col" className={`${heading} w-40 text-right`}>
            Total Harga
          </th>
          <th scope="col" className={`${heading} w-19`}>
            <span className="sr-only">Hapus</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map((line) => (
          <tr key={line.id} aria-busy={line.pending}>
            <td className="px-4 py-3">
              <div className="flex items-center gap-4">
                <LinePicture {...line} />
                <div className="min-w-0">
                  <LineName {...line} />
                  <LineShortage {...line} />
                  <LineStepHint line={line} lines={lines} />
                </div>
              </div>
            </td>
            <td className="px-4 py-3 text-right">
              <Price of={line.product} />
              <LastDay of={line.product} className="block text-13 text-muted" />
            </td>
            <td className="px-4 py-3 text-center">
              <LineStepper {...line} />
            </td>
            <td className="px-4 py-3 text-right">
              <LinePrice {...line} />
            </td>
            <td className="px-4 py-3">
              <DeleteButton line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CartCards({ lines }: CartListProps) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {lines.map((line) => (
        <li key={line.id} aria-busy={line.pending} className="card grid grid-cols-1 gap-2 p-3">
          <div className="flex gap-3 narrow:flex-wrap">
            <LinePicture {...line} />
            <div className="min-w-0 grow narrow:basis-full">
              <LineName {...line} />
              <p className="text-13 text-muted">
                <Price of={line.product} /> <span>{`per ${line.product.packaging === 'BAL' ? 'bal' : 'toples'}`}</span>
                <LastDay of={line.product} className="block" />
              </p>
            </div>
            <div className="-mt-2 -mr-2">
              <DeleteButton line={line} />
            </div>
          </div>
          <LineShortage {...line} />
          <LineStepHint line={line} lines={lines} />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <LineStepper {...line} />
            <div className="ml-auto">
              <LinePrice {...line} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
