import type { KeyFinding } from '@camilan/contract/payment-keys'
import { ShopError } from '../../platform/errors.ts'

/** Without keys the shop can't be paid, and takes no orders. */
export class NoPaymentKeys extends ShopError<'PAYMENT_UNAVAILABLE'> {
  constructor() {
    super('PAYMENT_UNAVAILABLE', {
      sentence: 'Toko ini segera dibuka dan belum bisa menerima pesanan. Silakan kembali lagi nanti.',
    })
  }
}

/** An administrator gave keys that the gateway does not accept. `fields` says which, `data` has all findings. */
export class KeysRefused extends ShopError<'VALIDATION'> {
  constructor(sentence: string, findings: readonly KeyFinding[]) {
    super('VALIDATION', { sentence, fields: { server_key: sentence }, data: { findings } })
  }
}

/** The gateway could not be asked about the keys, so they are not stored. */
export class KeysNotChecked extends ShopError<'PAYMENT_UNAVAILABLE'> {
  constructor(sentence: string, findings: readonly KeyFinding[]) {
    super('PAYMENT_UNAVAILABLE', { sentence, data: { findings } })
  }
}
