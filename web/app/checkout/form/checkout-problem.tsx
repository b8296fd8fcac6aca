import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { ApiError } from '~/platform/api/api-error'
import { formatRupiah } from '~/platform/state/formats'
import { Button, LinkButton } from '~/ui/ask/button'
import { FormProblem } from '~/ui/ask/notice'

interface CheckoutProblemProps {
  error: unknown
  /** The sentences about fields that are not on screen. */
  elsewhere: string | undefined
  /** Of the cart since the buyer saw it. */
  changes: readonly string[]
}

/** The reason why the order was not placed, and the remedy. It scrolls into view when it appears. */
export function CheckoutProblem({ error, elsewhere, changes }: CheckoutProblemProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) ref.current?.scrollIntoView({ block: 'center' })
  }, [error])
  if (!error) return null
  return (
    <div ref={ref} className="grid justify-items-start gap-3">
      <FormProblem sentence={elsewhere ?? sentenceAbout(error, changes)} />
      {error instanceof ApiError && <Remedy code={error.code} />}
    </div>
  )
}

function sentenceAbout(error: unknown, changes: readonly string[]): string {
  if (!(error instanceof ApiError)) return 'Gagal membuat pesanan. Silakan coba lagi.'
  if (error.code === 'VOUCHER_UNAVAILABLE') {
    return `${error.message} Tekan Buat Pesanan lagi kalau mau memesan tanpa voucher.`
  }
  // The chosen part is gone, for example by an order in another tab.
  if (error.code === 'EMPTY_CART') return [...changes, 'Periksa lagi, lalu tekan Buat Pesanan.'].join(' ')
  if (error.code !== 'PRICE_CHANGED') return error.message
  if (changes.length === 0) return `${error.message} Periksa harganya, lalu tekan Buat Pesanan lagi.`
  const { total_price } = error.data as { total_price: number }
  return `${changes.join(' ')} Total pesanan sekarang ${formatRupiah(total_price)}. Periksa lagi, lalu tekan Buat Pesanan.`
}

function Remedy({ code }: Pick<ApiError, 'code'>) {
  switch (code) {
    case 'CITY_UNAVAILABLE':
    case 'COST_MISMATCH':
    case 'NO_PAYMENT_METHOD':
      // The fees, the cities and the ways to pay were loaded with the page. A reload keeps the typed values.
      return (
        <Button variant="quiet" onClick={() => window.location.reload()}>
          Muat ulang halaman
        </Button>
      )
    case 'OUT_OF_STOCK':
    case 'BATCH_UNAVAILABLE':
    case 'CAP_REACHED':
    case 'BELOW_MINIMUM':
      return (
        <LinkButton variant="quiet" to={href('/cart')}>
          Ubah isi keranjang
        </LinkButton>
      )
    case 'TOO_MANY_UNPAID':
      return (
        <LinkButton variant="quiet" to={href('/my-order')}>
          Lihat pesanan saya
        </LinkButton>
      )
    default:
      return null
  }
}
