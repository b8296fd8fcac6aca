import { element } from './dom.js'
import { bankList, methodList } from './method-list.js'
import { outcomeOf } from './outcome.js'
import { payScreen } from './pay-screen.js'
import { PaymentApi } from './payment-api.js'
import { button, notice, paidScreen, summary } from './screens.js'
import { sheet } from './sheet.js'
import { textsIn } from './texts.js'

const pollMs = 2_000
const successShownMs = 2_000
/** From this width on GoPay and ShopeePay show a QR: their apps are on a phone. */
const wideScreen = '(min-width: 560px)'

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
  /** Whether the list of banks is shown, and whether the customer chooses again after the first transaction has ended. */
  #list = { isBanks: false, isRetry: false }
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
    this.#list = { isBanks: false, isRetry: false }
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
    if (this.#view?.phase === 'open' && this.#onlyMethod()) await this.#charge(this.#onlyMethod())
    if (visit === this.#visit) this.#after(pollMs, () => this.#poll(visit))
  }

  /** The method that needs no choice. */
  #onlyMethod() {
    const { methods, charge_on_open: chargesOnOpen } = this.#view
    const names = methods.map(({ name }) => name)
    const { selectedPaymentType } = this.#visit.options ?? {}
    if (names.includes(selectedPaymentType)) return selectedPaymentType
    return names.length === 1 && chargesOnOpen ? names[0] : undefined
  }

  async #charge(method) {
    const { uiMode } = this.#visit.options ?? {}
    const qr = uiMode === 'qr' || (uiMode !== 'deeplink' && matchMedia(wideScreen).matches)
    await this.#act(() => this.#api.charge(method, { qr }))
    if (this.#view?.phase === 'pending') this.#list = { isBanks: false, isRetry: false }
  }

  #choose(list) {
    this.#list = { ...this.#list, ...list }
    this.#apply({ view: this.#view })
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
    const name = problem ?? this.#screenOf(view)
    if (name !== this.#shown) this.#show(name, this.#screen(name))
    else for (const each of this.#root.querySelectorAll('button.main')) each.disabled = false
    if (name === 'paid') this.#after(successShownMs, () => this.#leave('returned'))
    const { autoCloseDelay } = this.#visit.options ?? {}
    if (view?.phase === 'pending' && autoCloseDelay > 0)
      this.#after(autoCloseDelay * 1000, () => this.#leave('returned'))
  }

  #screenOf({ phase, can_retry: canRetry, transaction_id: transactionId }) {
    const isChoosing = phase === 'open' || (this.#list.isRetry && canRetry)
    if (isChoosing) return this.#list.isBanks ? 'banks' : 'open'
    return phase === 'pending' ? `pending ${transactionId}` : phase
  }

  #screen(name) {
    const texts = this.#texts
    const back = () => this.#leave('returned')
    const choose = (method) => this.#charge(method)
    if (name === 'open') {
      const showBanks = () => this.#choose({ isBanks: true })
      return [summary(this.#view, texts), methodList(this.#view, texts, { choose, showBanks })]
    }
    if (name === 'banks') {
      const methods = this.#view.methods.filter(({ group }) => group === 'bank')
      const toList = button(texts.allMethods, 'other', () => this.#choose({ isBanks: false }))
      return [summary(this.#view, texts), bankList({ methods }, texts, { choose, back: toList })]
    }
    if (name.startsWith('pending')) {
      const simulate = () => this.#act(() => this.#api.simulatePayment())
      const check = () => this.#act(() => this.#api.read())
      return [summary(this.#view, texts), payScreen(this.#view, texts, this.#language, { simulate, check, back })]
    }
    if (name === 'paid') return paidScreen(this.#view, texts, back)
    const again = name === 'network' && button(texts.retry, 'main', () => this.open(this.#visit))
    const canRetry = !this.#problem && this.#view?.can_retry
    const other = canRetry && button(texts.otherMethod, 'main', () => this.#choose({ isRetry: true }))
    const hint = canRetry ? texts.otherMethodHint : texts[`${name}Hint`]
    const canLeave = this.#visit.kind !== 'redirect' || this.#view
    return notice(name, texts[name], hint, again || other, canLeave && button(texts.back, 'other', back))
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
  return { ...view, methods: view.methods.filter(({ name }) => enabledPayments.includes(name)) }
}
