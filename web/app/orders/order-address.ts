export const orderPath = (orderId: string) => `/my-order/order/${orderId}`

/** Handed to the order's page by the navigation that leads there. */
export interface OrderPageState {
  /** The payment popup told of a success that the shop may not know of yet. */
  paid: boolean
}
