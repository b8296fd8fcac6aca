import { formatRupiah } from '@camilan/contract/formats'
import { farewell, greeting, type MailContent, type MailedGoods, type Sender } from './mail-content.ts'
import { htmlOf } from './mail-html.ts'

/**
 * A mail carries the same content as plain text and as HTML. It contains no name of a person, because a stranger who
 * registers somebody else's e-mail chooses the name.
 */
export function renderMail(sender: Sender, content: MailContent) {
  return { subject: content.subject, text: textOf(sender, content), html: htmlOf(sender, content) }
}

function textOf({ shopName, publicUrl }: Sender, { paragraphs, action, goods, closing = [] }: MailContent): string {
  return [
    greeting,
    ...paragraphs.map((part) => (typeof part === 'string' ? part : `${part.label}: ${part.url}`)),
    ...(goods ? [textOfGoods(goods)] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
    [farewell, shopName, publicUrl].join('\n'),
  ].join('\n\n')
}

function textOfGoods({ lines, sums }: MailedGoods): string {
  const amount = ({ amount }: { amount: number }) => formatRupiah(amount)
  return [
    ...lines.map((line) => `- ${line.name} (${line.detail}): ${amount(line)}`),
    ...sums.map((sum) => `${sum.label}: ${amount(sum)}`),
  ].join('\n')
}
