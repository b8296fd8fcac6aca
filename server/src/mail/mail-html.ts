/**
 * The HTML of a mail: at most 600 px wide, readable at 320, without pictures and in a dark scheme. Mail programs ignore
 * linked style sheets and web fonts, so each element carries its style. Outlook on Windows lays out only tables.
 */
import { formatRupiah } from '@camilan/contract/formats'
import { type Colors, lookColors } from '@camilan/contract/look-colors'
import { defaultLook } from '@camilan/contract/looks'
import { farewell, greeting, type MailContent, type MailedGoods, type MailLink, type Sender } from './mail-content.ts'

/** `!important` wins over the style of the element. */
const styleSheet = (dark: Colors) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (min-width:520px){.card{padding:32px!important}}
@media (prefers-color-scheme:dark){
.page{background:${dark.page}!important}.card{background:${dark.surface}!important}
.body{color:${dark.body}!important}.muted{color:${dark.muted}!important}.link{color:${dark.accent}!important}
.line{border-color:${dark.line}!important}.soft{background:${dark.soft}!important}
.button{background:${dark.accent}!important;color:${dark['on-accent']}!important}}`

export function htmlOf(sender: Sender, content: MailContent): string {
  const { subject, title = subject, paragraphs, action, goods, closing = [] } = content
  const { light, dark } = lookColors(sender.look ?? defaultLook)
  const styles = stylesOf(light)
  return [
    '<!doctype html>',
    '<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${styleSheet(dark)}</style></head>`,
    `<body class="page" style="margin:0;padding:0;${styles.page}">`,
    `<table ${layout} width="100%" style="${fontStyle}"><tr>`,
    `<td class="page" align="center" style="padding:24px 8px;${styles.page}">`,
    '<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->',
    '<div style="max-width:600px;margin:0 auto;text-align:left">',
    letterhead(sender, styles),
    `<div class="card" style="padding:24px 16px;border-radius:16px;background:${light.surface}">`,
    `<h1 class="body" style="${styles.body};margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...[greeting, ...paragraphs].map((part) => paragraph(part, styles)),
    ...(goods ? [table(goods, styles)] : []),
    ...(action ? [button(action, styles)] : []),
    ...closing.map((part) => paragraph(part, styles)),
    `<p class="body" style="${styles.body};margin:24px 0 0">${farewell}<br>${escapeHtml(sender.shopName)}</p>`,
    ...(action ? [plainLink(action, styles)] : []),
    '</div>',
    `<p style="margin:16px;text-align:center;font-size:13px">${link({ label: sender.publicUrl, url: sender.publicUrl }, styles)}</p>`,
    '</div><!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr></table></body></html>',
  ].join('\n')
}

const fontStyle = "font:16px/1.6 'Plus Jakarta Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const layout = 'role="presentation" cellpadding="0" cellspacing="0"'

type Styles = ReturnType<typeof stylesOf>

const stylesOf = (light: Colors) => ({
  page: `background:${light.page}`,
  body: `color:${light.body};overflow-wrap:anywhere`,
  muted: `color:${light.muted};font-size:13px;overflow-wrap:anywhere`,
  line: `border-top:1px solid ${light.line};vertical-align:top`,
  link: `color:${light.accent}`,
  soft: `background:${light.soft}`,
  button: `border-radius:12px;background:${light.accent};color:${light['on-accent']}`,
})

/** The name is text beside the picture, so that a program that blocks pictures loses nothing. */
function letterhead({ shopName, publicUrl, logoUrl }: Sender, styles: Styles): string {
  const picture = pictureOf(logoUrl ?? `${publicUrl}/icon-192.png`, { size: 40, radius: 8 }, styles)
  return `<table ${layout} style="margin:0 8px 16px"><tr><td width="52">${picture}</td>
<td class="body" style="${styles.body};font-size:21px;font-weight:bold">${escapeHtml(shopName)}</td></tr></table>`
}

function paragraph(part: string | MailLink, styles: Styles): string {
  const html = typeof part === 'string' ? escapeHtml(part) : link(part, styles)
  return `<p class="body" style="${styles.body};margin:0 0 16px">${html}</p>`
}

const link = ({ label, url }: MailLink, styles: Styles) =>
  `<a class="link" href="${escapeHtml(url)}" style="${styles.link}">${escapeHtml(label)}</a>`

const button = ({ label, url }: MailLink, styles: Styles) =>
  `<table ${layout} style="margin:24px 0"><tr><td class="button" style="${styles.button}">
<a class="button" href="${escapeHtml(url)}" style="${styles.button};display:inline-block;padding:12px 24px;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>`

const plainLink = ({ url }: MailLink, styles: Styles) =>
  `<p class="muted line" style="${styles.muted};${styles.line};margin:24px 0 0;padding-top:16px">Tombolnya tidak berfungsi? Salin alamat ini ke peramban Anda:<br>${escapeHtml(url)}</p>`

function table({ lines, sums }: MailedGoods, styles: Styles): string {
  const rows = lines.map(({ name, detail, imageUrl, amount }) => {
    const picture =
      imageUrl === null
        ? `<div class="soft" style="${styles.soft};width:56px;height:56px;border-radius:12px"></div>`
        : pictureOf(imageUrl, { size: 56, radius: 12 }, styles)
    return `<tr><td class="line" width="68" style="${styles.line};padding:12px 0">${picture}</td>
<td class="body line" style="${styles.line};${styles.body};padding:12px 8px 12px 0;line-height:1.4"><b>${escapeHtml(name)}</b><br>
<span class="muted" style="${styles.muted}">${escapeHtml(detail)}</span></td>
${amountCell(formatRupiah(amount), `${styles.line};${styles.body};padding:12px 0`)}</tr>`
  })
  const sumRows = sums.map(({ label, amount }, index) => {
    const isTotal = index === sums.length - 1
    const write = (text: string) => (isTotal ? `<b>${text}</b>` : text)
    const style = `${index === 0 || isTotal ? `${styles.line};` : ''}${styles.body};padding:8px 8px 8px 0`
    return `<tr><td class="body line" colspan="2" style="${style}">${write(escapeHtml(label))}</td>${amountCell(write(formatRupiah(amount)), style)}</tr>`
  })
  return `<table ${layout} width="100%" style="margin:8px 0;font-size:15px">
${[...rows, ...sumRows].join('\n')}
</table>`
}

const amountCell = (html: string, style: string) =>
  `<td class="body line" align="right" style="${style};padding-right:0;white-space:nowrap">${html}</td>`

/** Its name stands beside it. Outlook on Windows can't show WebP, and gets none. */
const pictureOf = (url: string, { size, radius }: { size: number; radius: number }, styles: Styles) =>
  `<!--[if !mso]><!--><img class="soft" src="${escapeHtml(url)}" alt="" width="${size}" height="${size}" style="${styles.soft};display:block;border-radius:${radius}px;object-fit:cover"><!--<![endif]-->`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
