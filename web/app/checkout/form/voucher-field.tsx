import { maxLengths } from '@camilan/contract/lengths'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '~/ui/ask/button'
import { Fold } from '~/ui/ask/fold'
import { TextField } from '~/ui/fields/field'
import type { Costs } from './use-costs'

interface VoucherFieldProps {
  /** The code for which the costs are asked; empty for none. */
  code: string
  costs: Pick<Costs, 'voucher' | 'isAsking' | 'askAgain'>
  /** The code is asked about when one is chosen. */
  lacksDestination: boolean
  onChange: (code: string) => void
}

/** A code is tried when the button is pressed, not while it is typed. It can be taken back whatever became of it. */
export default function VoucherField({ code, costs, lacksDestination, onChange }: VoucherFieldProps) {
  const { voucher, isAsking, askAgain } = costs
  const [typed, setTyped] = useState(code)
  const wanted = typed.trim()
  const isPending = code !== '' && isAsking
  const isUsed = code !== '' && voucher?.is_used === true
  const isRemovable = code !== '' && !isAsking && ['', code].includes(wanted)
  function remove() {
    setTyped('')
    onChange('')
  }
  function tryOut() {
    // A code that could not be used may be usable now, with other goods.
    if (wanted !== '' && wanted === code) askAgain()
    else onChange(wanted)
  }
  function tryOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault() // it would send the order
    if (!isUsed) tryOut()
  }
  const hint = isUsed ? 'Voucher dipakai.' : code !== '' && lacksDestination ? 'Pilih tujuan dulu.' : undefined
  return (
    <Fold title="Punya kode voucher?" open={code !== ''}>
      <div className="flex items-start gap-2">
        <div role="status" aria-atomic={false} className="min-w-0 grow">
          <TextField
            label={<span className="sr-only">Kode voucher</span>}
            name="voucher_code"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLengths.voucherCode}
            value={typed}
            readOnly={isUsed}
            onKeyDown={tryOnEnter}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            hint={hint}
            error={code === wanted ? (voucher?.sentence ?? undefined) : undefined}
          />
        </div>
        <Button
          variant="quiet"
          pending={isPending}
          disabled={wanted === '' && !isRemovable}
          onClick={isRemovable ? remove : tryOut}
          className="mt-1.5"
        >
          <span>{isRemovable ? 'Hapus' : 'Pakai'}</span>
          <span className="sr-only"> voucher</span>
        </Button>
      </div>
    </Fold>
  )
}
