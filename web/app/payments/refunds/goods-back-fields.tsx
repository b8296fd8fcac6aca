import { maxLengths } from '@camilan/contract/lengths'
import type { ComponentProps } from 'react'
import { TextField } from '~/ui/fields/field'
import { TickRow } from '~/ui/fields/tick-row'

/** Of a form with these fields. */
export const goodsBackNames = ['reason', 'return_stock'] as const
type GoodsBackName = (typeof goodsBackNames)[number]

export const goodsBackOf = ({ reason, return_stock }: Record<GoodsBackName, string>) => ({
  reason,
  return_stock: return_stock !== '',
})

interface GoodsBackFieldsProps {
  field: (name: GoodsBackName) => Omit<ComponentProps<typeof TextField>, 'label'>
}

/** Why paid goods are not sent, and whether they go back to the stock. */
export function GoodsBackFields({ field }: GoodsBackFieldsProps) {
  return (
    <>
      <TextField
        label="Alasan (opsional)"
        maxLength={maxLengths.refundCause}
        hint="Dibaca pembeli, misalnya: stok habis."
        {...field('reason')}
      />
      <TickRow
        label="Kembalikan barang ke stok"
        name="return_stock"
        defaultChecked
        hint="Matikan kalau barangnya rusak atau memang tidak ada."
      />
    </>
  )
}
