import { expect, test } from 'vitest'
import { snapRequest } from './request.ts'
import { readOfAll, snapBody, transactionSamples } from './testing/samples.ts'
import { emptyReport, StatusAnswer, toReport } from './wire.ts'

test.each(transactionSamples)('$name is read', ({ body, read }) => {
  expect(toReport(StatusAnswer.parse(body))).toEqual({ ...emptyReport, ...readOfAll, ...read })
})

test('the request is the one of the sample', () => {
  const [nastar, ...others] = snapBody.item_details
  if (!nastar) throw new Error('no line')
  const { first_name: name, email = null, phone = '' } = snapBody.customer_details
  const payment = {
    id: snapBody.transaction_details.order_id,
    goods: { lines: [nastar], sum: nastar },
    others,
    methods: ['bca_va', 'gopay'] as const,
    expiresAt: new Date('2026-11-20T08:30:00Z'),
    buyer: { name, email, phone },
    finishUrl: snapBody.callbacks.finish,
    notificationUrl: 'https://camilan.example/notification',
  }
  expect(snapRequest(payment, new Date('2026-11-20T07:00:00Z')).body).toEqual(snapBody)
})
