import { copyButton } from './copy-button.js'
import { countdown } from './countdown.js'
import { element } from './dom.js'
import { grouped, wibDateTime } from './numbers.js'
import { button, heading, notice } from './screens.js'

/** The chosen method: what it is paid with, until when, and how. */
export function payScreen(view, texts, language, { simulate, check, back }) {
  const { method, qr_url: qrUrl, app_url: appUrl } = view
  if (view.is_qr && !qrUrl) {
    return notice('expired', texts.qrGone, texts.qrGoneHint, button(texts.back, 'main', back))
  }
  const steps = texts.steps[view.is_qr ? 'qris' : method.name] ?? texts.steps[method.group]
  return element(
    'section',
    {},
    heading(method.label),
    numbers(view, texts),
    qrUrl && qrImage(qrUrl, texts),
    element(
      'p',
      { className: 'deadline' },
      `${texts.payWithin} `,
      countdown(view),
      element('small', {}, `${texts.before} ${wibDateTime(view.expires_at, language)}`),
    ),
    steps && stepList(steps),
    appUrl ? appLink(appUrl, `${texts.payWith} ${method.label}`) : button(texts.simulate, 'main', simulate),
    (qrUrl || appUrl) && checking(texts, check),
    button(texts.back, 'other', back),
    view.simulator_url && simulatorLink(view, texts),
  )
}

/** `#vaField` and `#payment-code` are the ids that test scripts read on Midtrans's page. */
function numbers(view, texts) {
  const fields = [
    ['vaField', texts.vaNumber, view.va_number],
    ['billerCode', texts.billerCode, view.biller_code],
    ['billKey', texts.billKey, view.bill_key],
    ['payment-code', texts.paymentCode, view.payment_code],
  ]
  return fields
    .filter(([, , number]) => number)
    .map(([id, label, number]) =>
      element(
        'div',
        { className: 'va' },
        element('p', { className: 'label' }, label),
        element('p', { className: 'va-number' }, element('strong', { id }, grouped(number))),
        copyButton({ text: number, label: `${texts.copy} ${label.toLowerCase()}`, texts }),
      ),
    )
}

function qrImage(src, texts) {
  return element('p', { className: 'qr-wrapper' }, element('img', { className: 'qr-image', src, alt: texts.qrImage }))
}

function stepList(steps) {
  const items = steps.map((step) => element('li', {}, step))
  return element('ol', { className: 'steps' }, items)
}

/** A real link: browsers open no app for a script. It leaves the merchant's page open, as an app does. */
function appLink(href, caption) {
  return element('a', { className: 'button main', href, target: '_blank', rel: 'noopener' }, caption)
}

function checking(texts, check) {
  const answer = element('p', { className: 'quiet', role: 'status' })
  const onclick = async () => {
    answer.textContent = ''
    await check()
    answer.textContent = texts.notPaidYet
  }
  return [button(texts.checkStatus, 'other', onclick), answer]
}

function simulatorLink({ simulator_url: href, method }, texts) {
  const caption = texts.simulators[method.group]
  return element(
    'p',
    { className: 'quiet' },
    element('a', { href, target: '_blank', rel: 'noopener' }, `${caption} ${texts.newTab}`),
  )
}
