import { maxLengths } from '@camilan/contract/lengths'
import type { OrderDetail } from '@camilan/contract/orders'
import { type FormEvent, useState } from 'react'
import { api, unchecked } from '~/platform/api'
import { ApiError } from '~/platform/api-error'
import { toastFailure, useMutation } from '~/platform/use-mutation'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'

interface RefundAccountFormProps {
  order: Pick<OrderDetail, 'id' | 'refund_account'>
  /** An administrator types it for a buyer without an account. */
  bySeller?: boolean
}

/** The buyer's bank account for a refund by hand. Only its last digits are shown again. */
export function RefundAccountForm({ order, bySeller = false }: RefundAccountFormProps) {
  const [isOpen, setOpen] = useState(order.refund_account === null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { pending, run } = useMutation({
    do: (account: object) =>
      api.put(
        `/api/${bySeller ? 'admin/' : ''}orders/${encodeURIComponent(order.id)}/refund-account`,
        account,
        unchecked<unknown>(),
      ),
    done: () => setOpen(false),
    failed(error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else toastFailure(error, 'Rekening belum tersimpan. Silakan coba lagi.')
    },
    revalidate: 'both',
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setErrors({})
    void run(Object.fromEntries(new FormData(event.currentTarget)))
  }

  if (!isOpen) {
    return (
      <div className="mt-4 border-t border-line pt-3">
        <p className="text-13 text-muted">Dikirim ke rekening</p>
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="min-w-0 font-semibold wrap-anywhere">{order.refund_account?.shown}</span>
          <button type="button" onClick={() => setOpen(true)} className="link min-h-11 min-w-11 text-right">
            Ganti<span className="sr-only"> rekening</span>
          </button>
        </p>
      </div>
    )
  }
  return (
    <form noValidate autoComplete="off" onSubmit={submit} className="mt-4 grid gap-3 border-t border-line pt-4">
      <p>
        {bySeller ? 'Tanyakan rekening pembeli.' : 'Dana ini kami transfer ke rekening Anda.'} Nomornya disimpan
        terenkripsi, hanya dilihat penjual, dan dihapus 90 hari setelah dana kembali.
      </p>
      <TextField label="Nama bank" name="bank" maxLength={maxLengths.bank} error={errors.bank} />
      <TextField
        label="Nomor rekening"
        name="number"
        inputMode="numeric"
        maxLength={maxLengths.accountNumber}
        error={errors.number}
      />
      <TextField
        label="Nama pemilik rekening"
        name="holder"
        maxLength={maxLengths.accountHolder}
        error={errors.holder}
      />
      <Button type="submit" pending={pending}>
        Simpan rekening
      </Button>
    </form>
  )
}
