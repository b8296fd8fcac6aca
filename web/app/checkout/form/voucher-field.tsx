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
  onChange: (code: string) => void
}

/** A code is tried when the button is pressed, not while it is typed. */
export default function VoucherField({ code, costs: { voucher, isAsking, askAgain }, onChange }: VoucherFieldProps) {
  const [typed, setTyped] = useState(code)
  const [isOpenAtFirst] = useState(code !== '')
  const isUsed = code !== '' && voucher?.is_used === true
  function press() {
    const wanted = isUsed ? '' : typed.trim()
    if (isUsed) setTyped('')
    // A code that could not be used may be usable now, with other goods.
    if (wanted !== '' && wanted === code) askAgain()
    else onChange(wanted)
  }
  function pressOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault() // it would send the order
    if (!isUsed) press()
  }
  return (
    <Fold title="Punya kode voucher?" open={isOpenAtFirst}>
      <div className="flex items-start gap-2">
        <TextField
          label={<span className="sr-only">Kode voucher</span>}
          name="voucher_code"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLengths.voucherCode}
          value={typed}
          readOnly={isUsed}
          onKeyDown={pressOnEnter}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          hint={isUsed ? 'Voucher dipakai.' : undefined}
          error={code === typed.trim() ? (voucher?.sentence ?? undefined) : undefined}
          className="min-w-0 grow"
        />
        <Button
          variant="quiet"
          pending={code !== '' && isAsking}
          disabled={typed.trim() === ''}
          onClick={press}
          className="mt-1.5"
        >
          <span>{isUsed ? 'Hapus' : 'Pakai'}</span>
          <span className="sr-only"> voucher</span>
        </Button>
      </div>
    </Fold>
  )
}
