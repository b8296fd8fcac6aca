/// <reference lib="dom" />
import type { BrowserContext } from '@playwright/test'

/** Errors in the console, in scripts and on the network. A test fails on every error that it did not allow. */
export class Faults {
  readonly #seen: string[] = []
  readonly #allowed: RegExp[] = []

  /** For a test that causes an error: Chromium logs every response of 4xx and 5xx. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  unexpected(): string[] {
    return this.#seen.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)))
  }

  /** @param origin  the shop's: responses of other origins are not checked, but their console messages are */
  async watch(context: BrowserContext, origin: string): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`Content Security Policy: ${violatedDirective} blocked ${blockedURI}`)
      })
    })
    context.on('weberror', (error) => this.#note('page error', String(error.error().stack)))
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return
      // Most tests run without one (`playwright.config.ts`).
      if (message.text() === 'Service Worker registration blocked by Playwright') return
      this.#note(`console ${message.type()}`, `${message.text()} (${message.location().url})`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText
      // Leaving a page aborts its requests.
      if (reason === 'net::ERR_ABORTED' || new URL(request.url()).origin !== origin) return
      this.#note('failed request', `${request.url()}: ${reason}`)
    })
    context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // React Router's request for only the data of a page, which the server does not answer.
      if (pathname.endsWith('.data')) this.#note('request', request.url())
    })
    context.on('response', (response) => {
      if (response.status() < 500 || new URL(response.url()).origin !== origin) return
      this.#note('response', `${response.status()} from ${response.url()}`)
    })
  }

  #note(kind: string, text: string): void {
    this.#seen.push(`${kind}: ${text}`)
  }
}
