import { copyButton } from './copy-button.js'
import { element } from './dom.js'
import { rupiah } from './numbers.js'

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

export function heading(text) {
  return element('h2', { tabIndex: -1 }, text)
}
