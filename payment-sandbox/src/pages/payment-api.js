/** Calls of the payment page. Each resolves to `{ view }` or to `{ problem: 'invalid' | 'key' | 'processed' | 'network' }`. */
const problemOfStatus = { 401: 'key', 404: 'invalid', 406: 'processed' }

export class PaymentApi {
  #token
  #query

  constructor({ token, clientKey, language }) {
    this.#token = encodeURIComponent(token)
    this.#query = new URLSearchParams({ language, ...(clientKey === undefined ? {} : { client_key: clientKey }) })
  }

  read() {
    return this.#call('GET', `/snap/v1/transactions/${this.#token}`)
  }

  /** `qr`: whether a wallet is paid by a QR instead of by its app. */
  charge(method, { qr }) {
    return this.#call('POST', `/snap/v2/transactions/${this.#token}/charge`, { payment_type: method, qr })
  }

  simulatePayment() {
    return this.#call('POST', `/snap/v2/transactions/${this.#token}/simulate-payment`, {})
  }

  async #call(method, path, body) {
    try {
      const request = { method, headers: { 'content-type': 'application/json' } }
      if (body) request.body = JSON.stringify(body)
      const response = await fetch(`${path}?${this.#query}`, request)
      if (response.ok) return { view: await response.json() }
      return { problem: problemOfStatus[response.status] ?? 'network' }
    } catch {
      return { problem: 'network' }
    }
  }
}
