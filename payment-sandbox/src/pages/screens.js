import { copyButton } from './copy-button.js'
import { countdown } from './countdown.js'
import { element } from './dom.js'
import { grouped, rupiah, wibDateTime } from './numbers.js'

const ICON_OF = { paid: 'check', processed: 'check', expired: 'clock' }

export function summary(view, words) {
  const items = view.items.map(({ name, price, quantity }) =>
    element(
      'li',
      {},
      element('span', {}, quantity === 1 ? name : `${name} × ${quantity}`),
      element('span', { className: 'figure' }, rupiah(price * quantity)),
    ),
  )
  return element(
    'section',
    { className: 'summary' },
    element('p', { className: 'label' }, words.total),
    element(
      'p',
      { className: 'total' },
      element('strong', { className: 'figure' }, rupiah(view.gross_amount)),
      copyButton({ text: String(view.gross_amount), label: words.copyAmount, words }),
    ),
    element('p', { className: 'order' }, `${words.orderId} `, element('span', { className: 'figure' }, view.order_id)),
    items.length > 0 &&
      element('details', {}, element('summary', {}, words.details), element('ul', { className: 'items' }, items)),
  )
}

export function methodList(view, words, choose) {
  if (view.methods.length === 0) return notice('canceled', words.noMethod, words.noMethodHint)
  const onclick = (event) => {
    event.preventDefault()
    choose()
  }
  return element(
    'section',
    {},
    heading(words.chooseMethod),
    element(
      'a',
      { className: 'method', href: '#/bank-transfer/bca-va', onclick },
      element('span', { className: 'bank', 'aria-hidden': 'true' }, 'BCA'),
      element('span', {}, element('strong', {}, words.bcaVa), element('small', {}, words.bcaVaHint)),
    ),
    element('p', { className: 'quiet' }, words.onlyBca),
  )
}

export function vaScreen(view, words, language, { simulate, back }) {
  const simulator = `/bca/va/index?va_number=${view.va_number}`
  return element(
    'section',
    {},
    heading(words.bcaVa),
    element(
      'div',
      { className: 'va' },
      element('p', { className: 'label' }, words.vaNumber),
      element('p', { className: 'va-number' }, element('strong', { id: 'vaField' }, grouped(view.va_number))),
      copyButton({ text: view.va_number, label: words.copyVa, words }),
    ),
    element(
      'p',
      { className: 'deadline' },
      `${words.payWithin} `,
      countdown(view),
      element('small', {}, `${words.before} ${wibDateTime(view.expires_at, language)}`),
    ),
    button(words.simulate, 'main', simulate),
    button(words.back, 'other', back),
    element(
      'p',
      { className: 'quiet' },
      element('a', { href: simulator, target: '_blank', rel: 'noopener' }, `${words.simulator} ${words.newTab}`),
    ),
  )
}

export function paidScreen(view, words, back) {
  const amount = element('p', { className: 'amount figure' }, rupiah(view.gross_amount))
  return notice('paid', words.paid, words.paidHint, amount, button(words.back, 'main', back))
}

/** A screen with nothing to do but leave, or to try again. */
export function notice(kind, title, hint, ...rest) {
  return element(
    'section',
    { className: `notice notice-${ICON_OF[kind] ?? 'cross'}` },
    element('span', { className: 'icon', 'aria-hidden': 'true' }),
    heading(title),
    element('p', {}, hint),
    rest,
  )
}

export function button(caption, kind, onclick) {
  return element('button', { type: 'button', className: `button ${kind}`, onclick }, caption)
}

function heading(text) {
  return element('h2', { tabIndex: -1 }, text)
}
