import { randomUUID } from 'node:crypto'
import { Alarm } from '../alarm.ts'
import type { SandboxClock } from '../clock.ts'
import type { Journal } from '../journal.ts'
import type { ChargedPayment } from '../payments/payment.ts'
import { transactionBody, WEBHOOK_CODE } from '../payments/transaction-body.ts'
import type { Switches } from '../switches.ts'
import type { Delivery } from './delivery.ts'
import { forgetOldest } from './forget-oldest.ts'
import { postNotification } from './post-notification.ts'
import { waitBeforeRetry } from './retry-schedule.ts'

const MOST_AT_ONCE = 8
const HELD_AT_MOST_MS = 600_000

export interface WebhooksOptions {
  journal: Journal
  clock: SandboxClock
  serverKey: string
  /** Divides the waits between attempts; the 15 s timeout stays. */
  speed: number
  log: (line: string) => void
}

/** Sends notifications, tries again on Midtrans' schedule and keeps the last thousand for the history. */
export class Webhooks {
  readonly #options: WebhooksOptions
  readonly #deliveries: Map<string, Delivery>
  readonly #waiting = new Map<string, Delivery>()
  readonly #inFlight = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()
  readonly #alarm: Alarm

  constructor(options: WebhooksOptions, deliveries: Map<string, Delivery>) {
    this.#options = options
    this.#deliveries = deliveries
    this.#alarm = new Alarm(options.clock, () => this.#sendDue())
    forgetOldest(this.#deliveries)
  }

  /** Takes up what an earlier run left undelivered. */
  resume(): void {
    this.enqueue([...this.#deliveries.values()].filter(({ state }) => state === 'waiting'))
  }

  /** The notifications of a payment's present status, one per address, not yet sent nor written down. */
  draft(payment: ChargedPayment, switches: Switches): Delivery[] {
    const now = this.#options.clock.now()
    const code = WEBHOOK_CODE[payment.charge.status]
    const body = transactionBody(payment, code, 'midtrans payment notification', this.#options.serverKey)
    if (switches.webhook === 'bad-signature') body.signature_key = body.signature_key.replace(/./g, '0')
    const held = switches.webhook === 'out-of-order' && payment.charge.status === 'pending'
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
        dueAt: now + switches.webhookDelaySeconds * 1_000 + (held ? HELD_AT_MOST_MS : 0),
        held,
        attempts: [],
      })),
    )
  }

  /** Sends what the caller has written to the journal. */
  enqueue(deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      this.#deliveries.set(delivery.id, delivery)
      if (delivery.state !== 'waiting') continue
      this.#waiting.set(delivery.id, delivery)
      this.#alarm.setFor(delivery.dueAt)
    }
    forgetOldest(this.#deliveries)
    this.ringIfDue()
  }

  /** Sends the same body to the same address again, as a delivery of its own; undefined when there is no such id. */
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

  /** For whoever has advanced the clock. */
  ringIfDue(): void {
    this.#alarm.ringIfDue()
  }

  /** Breaks off what is on its way; it stays in the journal and goes out again at the next start. */
  async close(): Promise<void> {
    this.#alarm.close()
    this.#stop.abort()
    await Promise.allSettled(this.#inFlight.values())
  }

  #sendDue(): number {
    const now = this.#options.clock.now()
    let next = Number.POSITIVE_INFINITY
    for (const delivery of this.#waiting.values()) {
      if (this.#inFlight.has(delivery.id)) continue
      if (delivery.dueAt > now) next = Math.min(next, delivery.dueAt)
      else if (this.#inFlight.size < MOST_AT_ONCE) this.#start(delivery)
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
        if (!this.#stop.signal.aborted) this.#alarm.setFor(this.#sendDue()) // one that found no free place may go now
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
