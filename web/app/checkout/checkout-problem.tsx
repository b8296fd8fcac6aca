import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { ApiError } from '~/platform/api-error'
import { Button, LinkButton } from '~/ui/button'
import { FormProblem } from '~/ui/notice'

/** The reason why the order was not placed, and the remedy. It scrolls into view when it appears. */
export function CheckoutProblem({ error }: { error: unknown }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error) ref.current?.scrollIntoView({ block: 'center' })
  }, [error])
  if (!error) return null
  const sentence = error instanceof ApiError ? error.message : 'Gagal membuat pesanan. Silakan coba lagi.'
  const isOfPrices = error instanceof ApiError && error.code === 'PRICE_CHANGED'
  return (
    <div ref={ref} className="grid justify-items-start gap-3">
      <FormProblem sentence={isOfPrices ? `${sentence} Periksa harganya, lalu tekan Buat Pesanan lagi.` : sentence} />
      {error instanceof ApiError && <Remedy code={error.code} />}
    </div>
  )
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
