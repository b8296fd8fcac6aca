import { element } from './dom.js'
import { outcomeOf } from './outcome.js'
import { PaymentApi } from './payment-api.js'
import { button, methodList, notice, paidScreen, summary, vaScreen } from './screens.js'
import { sheet } from './sheet.js'
import { wordsIn } from './words.js'

const POLL_MS = 2_000
const SUCCESS_SHOWN_MS = 2_000

/**
 * One visit to the payment page, from opening a token to leaving. A visit has `kind` (popup, embed, redirect), `token`,
 * `options`, `clientKey` and `finish(callback, result, finishUrl)`, which is called once.
 */
export class PaymentPage {
  #root
  #visit
  #api
  #words
  #view
  #problem
  #shown
  #timers = new Set()

  constructor(root) {
    this.#root = root
  }

  /** Shows the waiting state alone: snap.show. */
  load(visit) {
    this.clear()
    this.#begin({ ...visit, options: {} })
  }

  async open(visit) {
    this.clear()
    this.#begin(visit)
    this.#api = new PaymentApi({ ...visit, language: this.#language })
    await this.#start(this.#visit)
  }

  clear() {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#visit = undefined
    this.#view = undefined
    this.#problem = undefined
    this.#shown = undefined
    this.#root.replaceChildren()
  }

  /** The X, and Escape. An embedded page has neither. */
  dismiss() {
    if (this.#visit?.kind === 'popup') this.#leave('dismissed')
  }

  get #language() {
    return this.#visit.options?.language === 'en' ? 'en' : 'id'
  }

  #begin(visit) {
    this.#visit = { ...visit }
    this.#words = wordsIn(this.#language)
    document.documentElement.lang = this.#language
    document.title = this.#words.title
    this.#show('loading', element('p', { className: 'loading', role: 'status' }, this.#words.loading))
  }

  async #start(visit) {
    const answer = await this.#api.look()
    if (visit !== this.#visit) return
    if (answer.view?.phase === 'paid') this.#take({ problem: 'processed', view: answer.view })
    else this.#take(answer)
    if (this.#view?.phase === 'open' && this.#goesStraightToBca()) await this.#act(() => this.#api.charge())
    if (visit === this.#visit) this.#after(POLL_MS, () => this.#poll(visit))
  }

  #goesStraightToBca() {
    const { methods, single_method: isSingle, charge_on_open: chargesOnOpen } = this.#view
    const chosen = this.#visit.options?.selectedPaymentType === 'bca_va'
    return methods.length > 0 && ((isSingle && chargesOnOpen) || chosen)
  }

  async #poll(visit) {
    const answer = this.#problem ? {} : await this.#api.look()
    if (visit !== this.#visit) return
    if (answer.view || answer.problem === 'invalid') this.#take(answer) // a passing failure is no news
    this.#after(POLL_MS, () => this.#poll(visit))
  }

  async #act(call) {
    const visit = this.#visit
    for (const each of this.#root.querySelectorAll('button.main')) each.disabled = true
    const answer = await call()
    if (visit !== this.#visit) return
    if (answer.problem === 'processed') this.#take(await this.#api.look())
    else this.#take(answer)
  }

  #take({ view, problem }) {
    this.#view = view ? withEnabled(view, this.#visit.options?.enabledPayments) : this.#view
    this.#problem = problem
    const name = problem ?? view.phase
    if (name !== this.#shown) this.#show(name, this.#screen(name))
    else for (const each of this.#root.querySelectorAll('button.main')) each.disabled = false
    if (name === 'paid') this.#after(SUCCESS_SHOWN_MS, () => this.#leave('returned'))
    const { autoCloseDelay } = this.#visit.options ?? {}
    if (name === 'pending' && autoCloseDelay > 0) this.#after(autoCloseDelay * 1000, () => this.#leave('returned'))
  }

  #screen(name) {
    const words = this.#words
    const back = () => this.#leave('returned')
    if (name === 'open') {
      return [summary(this.#view, words), methodList(this.#view, words, () => this.#act(() => this.#api.charge()))]
    }
    if (name === 'pending') {
      const simulate = () => this.#act(() => this.#api.simulatePayment())
      return [summary(this.#view, words), vaScreen(this.#view, words, this.#language, { simulate, back })]
    }
    if (name === 'paid') return paidScreen(this.#view, words, back)
    const again = name === 'network' && button(words.retry, 'main', () => this.open(this.#visit))
    const canLeave = this.#visit.kind !== 'redirect' || this.#view
    return notice(name, words[name], words[`${name}Hint`], again, canLeave && button(words.back, 'other', back))
  }

  #show(name, content) {
    const isFirst = this.#shown === undefined
    this.#shown = name
    const onClose = this.#visit.kind === 'popup' ? () => this.dismiss() : undefined
    this.#root.replaceChildren(sheet({ kind: this.#visit.kind, words: this.#words, onClose, content }))
    if (!isFirst || this.#visit.kind === 'popup') this.#root.querySelector('h2, h1')?.focus()
  }

  #leave(how) {
    const visit = this.#visit
    if (!visit || visit.hasLeft) return
    visit.hasLeft = true
    const { callback, result } = outcomeOf({ view: this.#view, problem: this.#problem, how })
    visit.finish(callback, result, this.#view?.finish_url)
  }

  #after(ms, work) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    this.#timers.add(timer)
  }
}

function withEnabled(view, enabledPayments) {
  if (!Array.isArray(enabledPayments)) return view
  return { ...view, methods: view.methods.filter((method) => enabledPayments.includes(method)) }
}
