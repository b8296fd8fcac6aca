import { copyButton } from './copy-button.js'
import { countdown } from './countdown.js'
import { element } from './dom.js'
import { grouped, rupiah, wibDateTime } from './numbers.js'

const iconOf = { paid: 'check', processed: 'check', expired: 'clock' }

export function summary(view, texts) {
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
    element('p', { className: 'label' }, texts.total),
    element(
      'p',
      { className: 'total' },
      element('strong', { className: 'figure' }, rupiah(view.gross_amount)),
      copyButton({ text: String(view.gross_amount), label: texts.copyAmount, texts }),
    ),
    element('p', { className: 'order' }, `${texts.orderId} `, element('span', { className: 'figure' }, view.order_id)),
    items.length > 0 &&
      element('details', {}, element('summary', {}, texts.details), element('ul', { className: 'items' }, items)),
  )
}

export function methodList(view, texts, choose) {
  if (view.methods.length === 0) return notice('canceled', texts.noMethod, texts.noMethodHint)
  const onclick = (event) => {
    event.preventDefault()
    choose()
  }
  return element(
    'section',
    {},
    heading(texts.chooseMethod),
    element(
      'a',
      { className: 'method', href: '#/bank-transfer/bca-va', onclick },
      element('span', { className: 'bank', 'aria-hidden': 'true' }, 'BCA'),
      element('span', {}, element('strong', {}, texts.bcaVa), element('small', {}, texts.bcaVaHint)),
    ),
    element('p', { className: 'quiet' }, texts.onlyBca),
  )
}

export function vaScreen(view, texts, language, { simulate, back }) {
  const simulator = `/bca/va/index?va_number=${view.va_number}`
  return element(
    'section',
    {},
    heading(texts.bcaVa),
    element(
      'div',
      { className: 'va' },
      element('p', { className: 'label' }, texts.vaNumber),
      element('p', { className: 'va-number' }, element('strong', { id: 'vaField' }, grouped(view.va_number))),
      copyButton({ text: view.va_number, label: texts.copyVa, texts }),
    ),
    element(
      'p',
      { className: 'deadline' },
      `${texts.payWithin} `,
      countdown(view),
      element('small', {}, `${texts.before} ${wibDateTime(view.expires_at, language)}`),
    ),
    button(texts.simulate, 'main', simulate),
    button(texts.back, 'other', back),
    element(
      'p',
      { className: 'quiet' },
      element('a', { href: simulator, target: '_blank', rel: 'noopener' }, `${texts.simulator} ${texts.newTab}`),
    ),
  )
}

export function paidScreen(view, texts, back) {
  const amount = element('p', { className: 'amount figure' }, rupiah(view.gross_amount))
  return notice('paid', texts.paid, texts.paidHint, amount, button(texts.back, 'main', back))
}

/** A screen with a message. The customer can only leave or try again. */
export function notice(kind, title, hint, ...rest) {
  return element(
    'section',
    { className: `notice notice-${iconOf[kind] ?? 'cross'}` },
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
