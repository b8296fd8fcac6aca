import type { OrderDetail } from '@camilan/contract/orders'
import { type ReactElement, Suspense } from 'react'
import { ActionBar } from '~/ui/page/action-bar'
import { Moment } from '~/ui/shop/moment'
import { SellerStatus } from '~/ui/shop/status-badge'
import { nextStepOf } from './next-step'

interface OrderHeadProps {
  order: OrderDetail
  main: ReactElement | null
}

/** What is known at a glance, and the main action. */
export function OrderHead({ order, main }: OrderHeadProps) {
  const { status, order_time, transaction } = order
  const nextStep = nextStepOf(order)
  return (
    <div className="mt-2 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 id="pesanan" tabIndex={-1} className="title max-sm:text-21 narrow:text-17">
        Pesanan <span translate="no" className="whitespace-nowrap">{`#${order.id}`}</span>
      </h1>
      <SellerStatus status={status} />
      {main && (
        <Suspense>
          <div className="md:ml-auto max-md:[&_.action-bar>div>button]:grow">
            <ActionBar onlyOnPhones>{main}</ActionBar>
          </div>
        </Suspense>
      )}
      {nextStep && <p className="w-full font-semibold text-pretty">{nextStep}</p>}
      <p className="w-full text-13 text-muted">
        Dipesan <Moment at={order_time} />
        {status === 'DIPROSES' && (
          <>
            {' '}
            <span>
              · Batas bayar <Moment at={transaction.order_expires_at} />
            </span>
          </>
        )}
      </p>
    </div>
  )
}
