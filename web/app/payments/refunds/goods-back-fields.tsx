import { maxLengths } from '@camilan/contract/lengths'
import { TextField } from '~/ui/fields/field'
import { TickRow } from '~/ui/fields/tick-row'

/** Why paid goods are not sent, and whether they go back to the stock: the fields `reason` and `return_stock` of a form. */
export function GoodsBackFields() {
  return (
    <>
      <TextField
        label="Alasan (opsional)"
        name="reason"
        maxLength={maxLengths.refundCause}
        hint="Dibaca pembeli, misalnya: stok habis."
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
