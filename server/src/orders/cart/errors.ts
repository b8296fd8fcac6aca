import { NotFound } from '../../platform/errors.ts'

/** The line is not in this buyer's cart, or its product is no longer sold. */
export class CartItemNotFound extends NotFound {}
