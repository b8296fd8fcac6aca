import { randomUUID } from 'node:crypto'
import type { SandboxClock } from '../clock.ts'
import { DueTimer } from '../due-timer.ts'
import type { Journal } from '../journal.ts'
import type { ChargedPayment } from '../payments/payment.ts'
import { transactionBody, webhookCodeOf } from '../payments/transaction-body.ts'
import type { Switches } from '../switches.ts'
import type { Delivery } from './delivery.ts'
import { dropOldest } from './drop-oldest.ts'
import { postNotification } from './post-notification.ts'
import { waitBeforeRetry } from './retry-schedule.ts'

const mostAtOnce = 8
const longestHoldMs = 600_000

export interface WebhooksOptions {
  journal: Journal
  clock: SandboxClock
  serverKey: string
  /** Divides the waits between attempts. The 15 s timeout stays. */
  speed: number
  log: (line: string) => void
}

/** Sends notifications, retries on Midtrans's schedule and keeps the last thousand for the history. */
export class Webhooks {
  readonly #options: WebhooksOptions
  readonly #deliveries: Map<string, Delivery>
  readonly #waiting = new Map<string, Delivery>()
  readonly #inFlight = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  readonly #timer: DueTimer

  constructor(options: WebhooksOptions, deliveries: Map<string, Delivery>) {
    this.#options = options
    this.#deliveries = deliveries
    this.#timer = new DueTimer(options.clock, () => this.#sendDue())
    dropOldest(this.#deliveries)
  }

  /** Sends the undelivered webhooks of an earlier run. */
  resume(): void {
    this.enqueue([...this.#deliveries.values()].filter(({ state }) => state === 'waiting'))
  }

  /** The notifications of a payment's current status, one per URL, neither stored nor sent yet. */
  prepare(payment: ChargedPayment, switches: Switches): Delivery[] {
    const now = this.#options.clock.now()
    const code = webhookCodeOf[payment.charge.status]
    const body = transactionBody(payment, code, 'midtrans payment notification', this.#options.serverKey)
    if (switches.webhook === 'bad-signature') body.signature_key = '0'.repeat(128)
    const isOvertaken =
      payment.charge.status === 'pending' || (switches.allowRetry && payment.charge.status === 'expire')
    const held = switches.webhook === 'out-of-order' && isOvertaken
    const copies = switches.webhook === 'duplicate' ? 2 : 1
    return payment.notificationUrls.flatMap((url) =>
      Array.from({ length: copies }, () => ({
        id: randomUUID(),
        orderId: payment.orderId,
        transactionStatus: payment.charge.status,
        url,
        body: JSON.stringify(body),
        state: switches.webhook === 'drop' ? ('dropped' as const) : ('waiting' as const),
        createdAt: now,
        dueAt: now + switches.webhookDelaySeconds * 1_000 + (held ? longestHoldMs : 0),
        held,
        attempts: [],
      })),
    )
  }

  /** Sends deliveries that the caller has written to the journal. */
  enqueue(deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      this.#deliveries.set(delivery.id, delivery)
      if (delivery.state !== 'waiting') continue
      this.#waiting.set(delivery.id, delivery)
      this.#timer.schedule(delivery.dueAt)
    }
    dropOldest(this.#deliveries)
    this.runIfDue()
  }

  /** Sends the same body to the same URL again, as a new delivery; undefined if there is no such id. */
  resend(id: string): Delivery | undefined {
    const earlier = this.#deliveries.get(id)
    if (!earlier) return undefined
    const now = this.#options.clock.now()
    const delivery: Delivery = {
      ...earlier,
      id: randomUUID(),
      state: 'waiting',
      createdAt: now,
      dueAt: now,
      held: false,
      attempts: [],
    }
    this.#options.journal.append([{ kind: 'delivery', delivery }])
    this.enqueue([delivery])
    return delivery
  }

  newestFirst(orderId?: string): Delivery[] {
    const all = [...this.#deliveries.values()].reverse()
    return orderId === undefined ? all : all.filter((delivery) => delivery.orderId === orderId)
  }

  /** Call it after the clock was advanced. */
  runIfDue(): void {
    this.#timer.runIfDue()
  }

  /** Aborts running sends. They stay in the journal and are sent again at the next start. */
  async close(): Promise<void> {
    this.#timer.close()
    this.#stop.abort()
    await Promise.allSettled(this.#inFlight.values())
  }

  #sendDue(): number {
    const now = this.#options.clock.now()
    let next = Number.POSITIVE_INFINITY
    for (const delivery of this.#waiting.values()) {
      if (this.#inFlight.has(delivery.id)) continue
      if (delivery.dueAt > now) next = Math.min(next, delivery.dueAt)
      else if (this.#inFlight.size < mostAtOnce) this.#start(delivery)
    }
    return next
  }

  #start(delivery: Delivery): void {
    if (this.#stop.signal.aborted) return
    const attempt = this.#attempt(delivery).catch((error: unknown) => {
      if (!this.#stop.signal.aborted) this.#options.log(`webhook ${delivery.id}: ${String(error)}`)
    })
    this.#inFlight.set(
      delivery.id,
      attempt.finally(() => {
        this.#inFlight.delete(delivery.id)
        if (!this.#stop.signal.aborted) this.#timer.schedule(this.#sendDue()) // a delivery that waited for a free place can be sent now
      }),
    )
  }

  async #attempt(earlier: Delivery): Promise<void> {
    const at = this.#options.clock.now()
    const outcome = await postNotification(earlier.url, earlier.body, this.#stop.signal)
    const attempts = [...earlier.attempts, { at, ...outcome }]
    const ok = outcome.httpStatus !== null && outcome.httpStatus >= 200 && outcome.httpStatus < 300
    const waitMs = ok ? undefined : waitBeforeRetry(attempts.length, outcome.httpStatus)
    const delivery: Delivery = {
      ...earlier,
      attempts,
      state: ok ? 'delivered' : waitMs === undefined ? 'failed' : 'waiting',
      dueAt: this.#options.clock.now() + (waitMs ?? 0) / this.#options.speed,
    }
    this.#options.journal.append([{ kind: 'delivery', delivery }])
    this.#deliveries.set(delivery.id, delivery)
    if (delivery.state === 'waiting') this.#waiting.set(delivery.id, delivery)
    else this.#waiting.delete(delivery.id)
    this.#options.log(
      `webhook ${delivery.orderId} ${delivery.transactionStatus} -> ${delivery.url}: ${outcome.httpStatus ?? outcome.answer}`,
    )
    this.#releaseHeld(delivery)
  }

  #releaseHeld(sent: Delivery): void {
    for (const delivery of this.#waiting.values()) {
      if (!delivery.held || delivery.orderId !== sent.orderId || delivery.id === sent.id) continue
      this.#waiting.set(delivery.id, { ...delivery, held: false, dueAt: this.#options.clock.now() })
    }
  }
}
