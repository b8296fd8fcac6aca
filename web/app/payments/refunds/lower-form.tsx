import type { OrderLowering } from '@camilan/contract/order-changes'
import { dueByLowering, takenPrice } from '@camilan/contract/order-values'
import { OrderDetail } from '@camilan/contract/orders'
import { success } from '@camilan/contract/wire'
import { useState } from 'react'
import { api } from '~/platform/api/api'
import { formatRupiah } from '~/platform/state/formats'
import { toast } from '~/platform/state/toasts'
import { ProductLine } from '~/products/product-line'
import { Button } from '~/ui/ask/button'
import { QuantityStepper } from '~/ui/fields/quantity-stepper'
import { FormBody } from '~/ui/form/form-body'
import { inMessage, useForm } from '~/ui/form/use-form'
import { GoodsBackFields, goodsBackNames, goodsBackOf } from './goods-back-fields'
import { toRefunds } from './refund-reasons'

interface LowerFormProps {
  order: Pick<OrderDetail, 'id' | 'order_items' | 'discount' | 'balance'>
  onCancelOrder: () => void
  onClose: () => void
}

/** Takes pieces out of a paid order: what remains of each line is chosen, and the price of the rest goes back. */
export function LowerForm({ order, onCancelOrder, onClose }: LowerFormProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  const lines = order.order_items
    .map(({ id, product, quantity, taken_quantity }) => ({ id, product, left: quantity - taken_quantity }))
    .filter(({ left }) => left > 0)
    .map((line) => ({ ...line, wanted: chosen[line.id] ?? line.left }))
  const withChosen = order.order_items.map((item) => ({
    ...item,
    taken_quantity: item.quantity - (chosen[item.id] ?? item.quantity - item.taken_quantity),
  }))
  const price = takenPrice(withChosen) - takenPrice(order.order_items)
  const due = order.balance ? dueByLowering(order.balance, price) : 0
  const isSame = lines.every(({ left, wanted }) => wanted === left)
  const isAll = lines.every(({ wanted }) => wanted === 0)
  const form = useForm({
    names: goodsBackNames,
    send: (texts) => {
      const items = lines
        .filter(({ left, wanted }) => wanted < left)
        .map(({ id, wanted }) => ({ item_id: id, quantity: wanted }))
      const lowering: OrderLowering = { items, ...goodsBackOf(texts) }
      return api.post(`/api/admin/orders/${encodeURIComponent(order.id)}/lower`, lowering, success(OrderDetail))
    },
    done: () => {
      onClose()
      if (due > 0) toast(`Pesanan diubah, ${formatRupiah(due)} perlu dikembalikan`, 'status', toRefunds)
      else toast('Pesanan diubah')
    },
    failed: inMessage('Gagal mengubah pesanan. Silakan coba lagi.'),
    revalidate: 'both',
  })

  return (
    <FormBody form={form} yes={isAll ? null : 'Ya, kurangi'} disabled={isSame} onClose={onClose}>
      <p>Pilih jumlah yang tetap dikirim.</p>
      <ul className="divide-y divide-line">
        {lines.map(({ id, product, left, wanted }) => (
          <ProductLine key={id} product={product} quantity={wanted} price={product.price * wanted}>
            <div className="mt-2">
              <QuantityStepper
                label={product.name}
                value={wanted}
                min={0}
                max={left}
                onChange={(quantity) => setChosen({ ...chosen, [id]: quantity })}
              />
            </div>
          </ProductLine>
        ))}
      </ul>
      {isAll ? (
        <div role="status" className="grid gap-3">
          <p>Tidak ada yang tersisa. Untuk mengeluarkan semuanya, batalkan pesanan ini.</p>
          <Button variant="danger" onClick={onCancelOrder}>
            Batalkan pesanan
          </Button>
        </div>
      ) : (
        <>
          <p role="status" className="font-semibold">
            <span>{isSame ? 'Belum ada yang dikurangi.' : `${formatRupiah(due)} dikembalikan ke pembeli.`}</span>
            <span className="block text-13 font-normal text-muted">
              {`${order.discount ? 'Diskonnya sudah dikurangkan. ' : ''}Ongkos kirim tidak ikut dikembalikan.`}
            </span>
          </p>
          <GoodsBackFields field={form.field} />
        </>
      )}
    </FormBody>
  )
}
