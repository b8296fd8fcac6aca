export interface Attempt {
  /** Epoch ms, sandbox time. */
  at: number
  /** Null if no answer came. */
  httpStatus: number | null
  /** The beginning of the answer's body, or the error. */
  answer: string
  tookMs: number
}

/** One webhook to one URL. */
export interface Delivery {
  id: string
  orderId: string
  transactionStatus: string
  url: string
  /** The JSON text as it is sent. */
  body: string
  state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  createdAt: number
  /** The time of the next attempt (epoch ms, sandbox time); without meaning unless `waiting`. */
  dueAt: number
  /** Sent only after a later webhook of the same order: the `out-of-order` switch. */
  held: boolean
  attempts: Attempt[]
}
