import { randomInt, randomUUID } from 'node:crypto'
import { type PaymentMethod, paymentMethods } from '@camilan/contract/payment-methods'
import type { Sandbox } from '../sandbox.ts'
import { offeredMethods } from './offered-methods.ts'
import { type Charge, type ChargedPayment, isCharged, type Payment, phaseOf } from './payment.ts'
import { savePayment } from './save-payment.ts'

const minuteMs = 60_000
const dayMinutes = 24 * 60

/** The digits of Mandiri's company code at Midtrans, and the lengths of numbers. */
const billerCode = '70012'
const numberLengths: Partial<Record<PaymentMethod, number>> = {
  bni_va: 16,
  bri_va: 18,
  permata_va: 16,
  cimb_va: 16,
}
const codeLength = 12

/** What a call chooses that names no method. */
function usualMethod(sandbox: Sandbox, payment: Payment): PaymentMethod {
  const [first = 'bca_va', ...others] = offeredMethods(sandbox, payment)
  return others.includes('bca_va') ? 'bca_va' : first
}

interface Way {
  /** GoPay or ShopeePay by a QR, as Snap does on wide screens, instead of by the app. */
  isQr?: boolean
}

/**
 * The customer chooses a method: makes what it is paid with and sends the 'pending' webhook. A second call returns the same
 * and sends nothing, unless the customer may try again after the first one's end.
 */
export function charge(
  sandbox: Sandbox,
  payment: Payment,
  method: PaymentMethod = usualMethod(sandbox, payment),
  { isQr = false }: Way = {},
): ChargedPayment {
  if (isCharged(payment) && !canRetry(sandbox, payment)) return payment
  const charged: ChargedPayment = {
    ...payment,
    charge: newCharge(sandbox, payment, method, isQr || method === 'other_qris'),
    earlierCharges: payment.charge ? [...payment.earlierCharges, payment.charge] : payment.earlierCharges,
  }
  savePayment(sandbox, charged, { notify: true })
  return charged
}

/** Whether another method may be chosen after the first one has run out: the switch `allowRetry`. */
export function canRetry(sandbox: Sandbox, payment: Payment): boolean {
  const hasFailed = payment.charge?.status === 'expire' || payment.charge?.status === 'deny'
  return sandbox.switches.allowRetry && hasFailed && sandbox.clock.now() < payment.pageExpiresAt
}

/** Whether its page lets the customer choose a method. */
export function isChargeable(sandbox: Sandbox, payment: Payment): boolean {
  return phaseOf(payment, sandbox.clock.now()) === 'open' || canRetry(sandbox, payment)
}

function newCharge(sandbox: Sandbox, payment: Payment, method: PaymentMethod, isQr: boolean): Charge {
  const { paidWith } = paymentMethods[method]
  const now = sandbox.clock.now()
  return {
    transactionId: randomUUID(),
    method,
    isQr,
    vaNumber: paidWith === 'number' ? freeVaNumber(sandbox, payment, method) : null,
    billerCode: paidWith === 'bill' ? billerCode : null,
    billKey: paidWith === 'bill' ? freeNumber(sandbox, codeLength) : null,
    paymentCode: paidWith === 'code' ? freeNumber(sandbox, codeLength) : null,
    acquirer: isQr ? (method === 'shopeepay' ? 'airpay shopee' : 'gopay') : null,
    issuer: null,
    status: 'pending',
    chargedAt: now,
    expiresAt: expiryOf(sandbox, payment, method, now),
    settledAt: null,
    turns: null,
    refunds: [],
  }
}

/** A number lives as long as the request says. What lives shorter by itself runs out sooner, unless the switch says so. */
function expiryOf(sandbox: Sandbox, { expiry }: Payment, method: PaymentMethod, now: number): number {
  const { lifeMinutes } = paymentMethods[method]
  const own = now + lifeMinutes * minuteMs
  if (expiry === null) return own
  const requested = (expiry.startAt ?? now) + expiry.durationMs
  return lifeMinutes < dayMinutes && sandbox.switches.shortLives ? Math.min(own, requested) : requested
}

function freeVaNumber(sandbox: Sandbox, payment: Payment, method: PaymentMethod): string {
  const suffix = payment.vaSuffixes[method] ?? ''
  const length = numberLengths[method] ?? sandbox.switches.vaLength
  return freeNumber(sandbox, Math.max(length, suffix.length + 4), suffix)
}

function freeNumber(sandbox: Sandbox, length: number, suffix = ''): string {
  for (;;) {
    const digits = Array.from({ length: length - suffix.length }, () => randomInt(10)).join('')
    if (!sandbox.payments.byNumber(digits + suffix)) return digits + suffix
  }
}
