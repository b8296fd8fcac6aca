import type { CartItem } from '@camilan/contract/cart'
import type { Payment } from '@camilan/contract/payments'
import { type FormEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { usePlaceOrder } from '~/checkout/place-order'
import { ApiError, type ApiErrorCode } from '~/platform/api/api-error'
import { useMutation } from '~/platform/api/use-mutation'
import { sentencesElsewhere, showFieldErrors } from '~/platform/forms/show-field-errors'
import { refreshOpening } from '~/platform/pages/opening'
import { dismissMessages } from '~/platform/state/toasts'
import type { OrderForm } from './order-form'
import type { Costs } from './use-costs'

/** After these refusals the cart is loaded again; the typed values stay. */
const outdatedCartCodes: readonly ApiErrorCode[] = ['PRICE_CHANGED', 'OUT_OF_STOCK', 'BATCH_UNAVAILABLE', 'EMPTY_CART']

/** The refused place is shown at what is typed of it. */
const shownAs = { place: 'place_name' }

interface Seen {
  /** All of it. */
  cart: readonly CartItem[]
  /** Those that are ordered. */
  lines: readonly CartItem[]
  /** Null: all of the cart. */
  part: string | null
  costs: Costs
  payment: Pick<OrderForm, 'payment_method'>
  onPlaced: (placed: Payment) => void
}

/** Sends the form with what the buyer has seen, and holds the refusal. */
export function useSubmitOrder(form: UseFormReturn<OrderForm>, { cart, lines, part, costs, payment, onPlaced }: Seen) {
  const [problem, setProblem] = useState<unknown>(null)
  const [elsewhere, setElsewhere] = useState<string>()
  const [refused, setRefused] = useState<Pick<Seen, 'cart' | 'lines'>>({ cart: [], lines: [] })
  const { revalidate } = useRevalidator()
  const placeOrder = usePlaceOrder()
  const { fees, total, chosen, voucher } = costs

  const { run } = useMutation({
    do: async (filled: OrderForm) => {
      if (fees === null || total === null) return null // the button is disabled
      setProblem(null)
      dismissMessages()
      // The service of an earlier place may still be in the form.
      const wish = lines.some(({ batch_id }) => batch_id) ? { wanted_on: '' } : {}
      const seen = {
        ...wish,
        cart_part: part,
        delivery_service: chosen?.name ?? '',
        voucher_code: voucher?.is_used ? filled.voucher_code : '',
        other_costs: fees,
        expected_total: total,
      }
      return placeOrder({ ...filled, ...payment, ...seen })
    },
    done: (placed) => placed && onPlaced(placed),
    failed: async (error) => {
      if (await isClosed(error)) return // the button and the banner show it while it lasts
      if (error instanceof ApiError) {
        // First, because what changed in the cart is the reason.
        if (outdatedCartCodes.includes(error.code)) await revalidate()
        if (error.status === 409) costs.askAgain()
      }
      setProblem(error)
      setRefused({ cart, lines })
      setElsewhere(sentencesElsewhere(error, shownAs))
      showFieldErrors(form, error, shownAs)
    },
  })

  return {
    problem,
    /** The sentences about fields that are not on screen. */
    elsewhere,
    /** The cart and its ordered lines at the time of the refusal, to show later changes. */
    refused,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      form.clearErrors() // the server's; what a field itself finds wrong is found again
      return form.handleSubmit(run)(event)
    },
  }
}

/**
 * Whether the order was refused because the shop takes none at all. A cart larger than the rest of a day's cap is refused
 * too, but a smaller one could be ordered.
 */
async function isClosed(error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError && (error.code === 'SHOP_CLOSED' || error.code === 'CAP_REACHED'))) return false
  const opening = await refreshOpening().catch(() => null)
  return opening !== null && !opening.is_open
}
