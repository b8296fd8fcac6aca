/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test'

/** What goes wrong behind a page without anybody seeing it. A test that meets any of it fails, unless it said so. */
export class Faults {
  readonly #seen: string[] = []
  readonly #allowed: RegExp[] = []

  /** For a test in which an error answer is the point: Chromium itself logs every 4xx and 5xx. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)))
  }

  /** @param origin the shop's: only its answers are judged, the console is listened to for all */
  async watch(context: BrowserContext, origin: string): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`Content Security Policy: ${violatedDirective} blocked ${blockedURI}`)
      })
    })
    context.on('weberror', (error) => this.#note('page error', String(error.error().stack)))
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return
      this.#note(`console ${message.type()}`, `${message.text()} (${message.location().url})`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText
      // Who leaves a page leaves its requests too.
      if (reason === 'net::ERR_ABORTED' || new URL(request.url()).origin !== origin) return
      this.#note('failed request', `${request.url()}: ${reason}`)
    })
    context.on('response', (response) => {
      if (response.status() < 500 || new URL(response.url()).origin !== origin) return
      this.#note('answer', `${response.status()} from ${response.url()}`)
    })
  }

  #note(kind: string, text: string): void {
    this.#seen.push(`${kind}: ${text}`)
  }
}
