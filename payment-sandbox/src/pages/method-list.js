import { element } from './dom.js'
import { heading, notice } from './screens.js'

const groups = ['qris', 'wallet', 'bank', 'store']
const marks = {
  other_qris: 'QRIS',
  gopay: 'GoPay',
  shopeepay: 'SPay',
  bca_va: 'BCA',
  bni_va: 'BNI',
  bri_va: 'BRI',
  echannel: 'MDR',
  permata_va: 'PMT',
  cimb_va: 'CIMB',
  alfamart: 'ALFA',
  indomaret: 'IDM',
}

/** The offered methods in groups. Several banks stand in a list of their own if there are other groups too. */
export function methodList({ methods }, texts, { choose, showBanks }) {
  if (methods.length === 0) return notice('canceled', texts.noMethod, texts.noMethodHint)
  const filled = groups
    .map((group) => ({ group, members: methods.filter((method) => method.group === group) }))
    .filter(({ members }) => members.length > 0)
  const list = ({ group, members }) => {
    if (members.length === 1) return methodLink(members[0], texts, choose)
    if (group !== 'bank') {
      const links = members.map((method) => methodLink(method, texts, choose))
      return [element('h3', { className: 'label' }, texts.groups[group]), links]
    }
    const banks = members.map(({ label }) => label.split(' ')[0]).join(', ')
    return link('#/bank-transfer', 'BANK', texts.groups.bank, banks, showBanks)
  }
  if (filled.length === 1) return bankList({ methods }, texts, { choose })
  return element('section', {}, heading(texts.chooseMethod), filled.flatMap(list).flat())
}

/** One group's methods. `back` is missing if there is nothing else to choose. */
export function bankList({ methods }, texts, { choose, back }) {
  const links = methods.map((method) => methodLink(method, texts, choose))
  return element('section', {}, heading(back ? texts.groups.bank : texts.chooseMethod), links, back)
}

function methodLink({ name, group, label }, texts, choose) {
  const path = `#/${group === 'bank' ? 'bank-transfer/' : ''}${name.replaceAll('_', '-')}`
  return link(path, marks[name], label, texts.hints[name] ?? texts.hints[group], () => choose(name))
}

function link(href, mark, label, hint, choose) {
  const onclick = (event) => {
    event.preventDefault()
    choose()
  }
  return element(
    'a',
    { className: 'method', href, onclick },
    element('span', { className: 'mark', 'aria-hidden': 'true' }, mark),
    element('span', {}, element('strong', {}, label), element('small', {}, hint)),
  )
}
