import { element } from './dom.js'
import { outcomeOf } from './outcome.js'
import { PaymentApi } from './payment-api.js'
import { button, methodList, notice, paidScreen, summary, vaScreen } from './screens.js'
import { sheet } from './sheet.js'
import { textsIn } from './texts.js'

const pollMs = 2_000
const successShownMs = 2_000

/**
 * A visit to the payment page, from opening a token to leaving. It has `kind` (popup, embed, redirect), `token`, `options`,
 * `clientKey` and `finish(callback, result, finishUrl)`, which is called once.
 */
export class PaymentPage {
  #root
  #visit
  #api
  #texts
  #view
  #problem
  #shown
  #timers = new Set()

  constructor(root) {
    this.#root = root
  }

  /** Shows only the loading state: snap.show. */
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

  /** For the X and Escape, which an embedded page does not have. */
  dismiss() {
    if (this.#visit?.kind === 'popup') this.#leave('dismissed')
  }

  get #language() {
    return this.#visit.options?.language === 'en' ? 'en' : 'id'
  }

  #begin(visit) {
    this.#visit = { ...visit }
    this.#texts = textsIn(this.#language)
    document.documentElement.lang = this.#language
    document.title = this.#texts.title
    this.#show('loading', element('p', { className: 'loading', role: 'status' }, this.#texts.loading))
  }

  async #start(visit) {
    const answer = await this.#api.read()
    if (visit !== this.#visit) return
    if (answer.view?.phase === 'paid') this.#apply({ problem: 'processed', view: answer.view })
    else this.#apply(answer)
    if (this.#view?.phase === 'open' && this.#skipsMethodList()) await this.#act(() => this.#api.charge())
    if (visit === this.#visit) this.#after(pollMs, () => this.#poll(visit))
  }

  #skipsMethodList() {
    const { methods, single_method: isSingle, charge_on_open: chargesOnOpen } = this.#view
    const chosen = this.#visit.options?.selectedPaymentType === 'bca_va'
    return methods.length > 0 && ((isSingle && chargesOnOpen) || chosen)
  }

  async #poll(visit) {
    const answer = this.#problem ? {} : await this.#api.read()
    if (visit !== this.#visit) return
    if (answer.view || answer.problem === 'invalid') this.#apply(answer) // a failure of one poll is not shown
    this.#after(pollMs, () => this.#poll(visit))
  }

  async #act(call) {
    const visit = this.#visit
    for (const each of this.#root.querySelectorAll('button.main')) each.disabled = true
    const answer = await call()
    if (visit !== this.#visit) return
    if (answer.problem === 'processed') this.#apply(await this.#api.read())
    else this.#apply(answer)
  }

  #apply({ view, problem }) {
    this.#view = view ? withEnabled(view, this.#visit.options?.enabledPayments) : this.#view
    this.#problem = problem
    const name = problem ?? view.phase
    if (name !== this.#shown) this.#show(name, this.#screen(name))
    else for (const each of this.#root.querySelectorAll('button.main')) each.disabled = false
    if (name === 'paid') this.#after(successShownMs, () => this.#leave('returned'))
    const { autoCloseDelay } = this.#visit.options ?? {}
    if (name === 'pending' && autoCloseDelay > 0) this.#after(autoCloseDelay * 1000, () => this.#leave('returned'))
  }

  #screen(name) {
    const texts = this.#texts
    const back = () => this.#leave('returned')
    if (name === 'open') {
      return [summary(this.#view, texts), methodList(this.#view, texts, () => this.#act(() => this.#api.charge()))]
    }
    if (name === 'pending') {
      const simulate = () => this.#act(() => this.#api.simulatePayment())
      return [summary(this.#view, texts), vaScreen(this.#view, texts, this.#language, { simulate, back })]
    }
    if (name === 'paid') return paidScreen(this.#view, texts, back)
    const again = name === 'network' && button(texts.retry, 'main', () => this.open(this.#visit))
    const canLeave = this.#visit.kind !== 'redirect' || this.#view
    return notice(name, texts[name], texts[`${name}Hint`], again, canLeave && button(texts.back, 'other', back))
  }

  #show(name, content) {
    const isFirst = this.#shown === undefined
    this.#shown = name
    const onClose = this.#visit.kind === 'popup' ? () => this.dismiss() : undefined
    this.#root.replaceChildren(sheet({ kind: this.#visit.kind, texts: this.#texts, onClose, content }))
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
