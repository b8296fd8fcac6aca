import { ShopError } from '../platform/errors.ts'

/** The order is not waiting for payment (any more), or its time is over. */
export class NotPayable extends ShopError<'NOT_PAYABLE'> {
  constructor() {
    super('NOT_PAYABLE')
  }
}
