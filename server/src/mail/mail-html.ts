/**
 * The HTML of a mail: at most 600 px wide, readable at 320, without pictures and in a dark scheme. Mail programs ignore
 * linked style sheets and web fonts, so each element carries its style. Outlook on Windows lays out only tables.
 */
import { formatRupiah } from '@camilan/contract/formats'
import { farewell, greeting, type MailContent, type MailedGoods, type MailLink, type Sender } from './mail-content.ts'

/** The palette of the pages, as web/app/palette.css has it. */
const light = {
  page: '#fff8ec',
  card: '#ffffff',
  line: '#ebdcc4',
  body: '#3a2417',
  muted: '#6f5645',
  soft: '#f8eddb',
  accent: '#1f6b43',
  onAccent: '#ffffff',
}
const dark: typeof light = {
  page: '#1e1511',
  card: '#2a1e18',
  line: '#463429',
  body: '#f6e9da',
  muted: '#c3ae9c',
  soft: '#35271f',
  accent: '#6cc494',
  onAccent: '#0f1f16',
}

/** `!important` wins over the style of the element. */
const styleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (min-width:520px){.card{padding:32px!important}}
@media (prefers-color-scheme:dark){
.page{background:${dark.page}!important}.card{background:${dark.card}!important}
.body{color:${dark.body}!important}.muted{color:${dark.muted}!important}.link{color:${dark.accent}!important}
.line{border-color:${dark.line}!important}.soft{background:${dark.soft}!important}
.button{background:${dark.accent}!important;color:${dark.onAccent}!important}}`

export function htmlOf(sender: Sender, content: MailContent): string {
  const { subject, title = subject, paragraphs, action, goods, closing = [] } = content
  return [
    '<!doctype html>',
    '<html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${styleSheet}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${light.page}">`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${fontStyle}"><tr>`,
    `<td class="page" align="center" style="padding:24px 8px;background:${light.page}">`,
    '<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->',
    '<div style="max-width:600px;margin:0 auto;text-align:left">',
    letterhead(sender),
    `<div class="card" style="padding:24px 16px;border-radius:16px;background:${light.card}">`,
    `<h1 class="body" style="${bodyStyle};margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...[greeting, ...paragraphs].map(paragraph),
    ...(goods ? [table(goods)] : []),
    ...(action ? [button(action)] : []),
    ...closing.map(paragraph),
    `<p class="body" style="${bodyStyle};margin:24px 0 0">${farewell}<br>${escapeHtml(sender.shopName)}</p>`,
    ...(action ? [plainLink(action)] : []),
    '</div>',
    `<p style="margin:16px;text-align:center;font-size:13px">${link({ label: sender.publicUrl, url: sender.publicUrl })}</p>`,
    '</div><!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr></table></body></html>',
  ].join('\n')
}

const fontStyle = "font:16px/1.6 'Plus Jakarta Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const bodyStyle = `color:${light.body};overflow-wrap:anywhere`
const mutedStyle = `color:${light.muted};font-size:13px;overflow-wrap:anywhere`
const lineStyle = `border-top:1px solid ${light.line};vertical-align:top`

/** The name is text beside the picture, so that a program that blocks pictures loses nothing. */
function letterhead({ shopName, publicUrl, logoUrl }: Sender): string {
  const picture = pictureOf(logoUrl ?? `${publicUrl}/icon-192.png`, { size: 40, radius: 8 })
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 8px 16px"><tr><td width="52">${picture}</td>
<td class="body" style="${bodyStyle};font-size:21px;font-weight:bold">${escapeHtml(shopName)}</td></tr></table>`
}

function paragraph(part: string | MailLink): string {
  return `<p class="body" style="${bodyStyle};margin:0 0 16px">${typeof part === 'string' ? escapeHtml(part) : link(part)}</p>`
}

const link = ({ label, url }: MailLink) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${light.accent}">${escapeHtml(label)}</a>`

const button = ({ label, url }: MailLink) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>
<td class="button" bgcolor="${light.accent}" style="border-radius:12px;background:${light.accent}">
<a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:12px;background:${light.accent};color:${light.onAccent};font-weight:bold;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>`

const plainLink = ({ url }: MailLink) =>
  `<p class="muted line" style="${mutedStyle};margin:24px 0 0;padding-top:16px;border-top:1px solid ${light.line}">Tombolnya tidak berfungsi? Salin alamat ini ke peramban Anda:<br>${escapeHtml(url)}</p>`

function table({ lines, sums }: MailedGoods): string {
  const rows = lines.map(
    ({ name, detail, imageUrl, amount }) => `<tr><td class="line" width="68" style="${lineStyle};padding:12px 0">${
      imageUrl === null ? blank : pictureOf(imageUrl, { size: 56, radius: 12 })
    }</td>
<td class="body line" style="${lineStyle};padding:12px 8px 12px 0;${bodyStyle};line-height:1.4"><b>${escapeHtml(name)}</b><br>
<span class="muted" style="${mutedStyle}">${escapeHtml(detail)}</span></td>
${amountCell(formatRupiah(amount), `${lineStyle};padding:12px 0`)}</tr>`,
  )
  const sumRows = sums.map(({ label, amount }, index) => {
    const isTotal = index === sums.length - 1
    const write = (text: string) => (isTotal ? `<b>${text}</b>` : text)
    const style = `${index === 0 || isTotal ? lineStyle : ''};padding:8px 8px 8px 0`
    return `<tr><td class="body line" colspan="2" style="${style};${bodyStyle}">${write(escapeHtml(label))}</td>${amountCell(write(formatRupiah(amount)), style)}</tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0;font-size:15px">
${[...rows, ...sumRows].join('\n')}
</table>`
}

const amountCell = (html: string, style: string) =>
  `<td class="body line" align="right" style="${style};padding-right:0;color:${light.body};white-space:nowrap">${html}</td>`

const blank = `<div class="soft" style="width:56px;height:56px;border-radius:12px;background:${light.soft}"></div>`

/** Its name stands beside it. Outlook on Windows can't show WebP, and gets none. */
const pictureOf = (url: string, { size, radius }: { size: number; radius: number }) =>
  `<!--[if !mso]><!--><img class="soft" src="${escapeHtml(url)}" alt="" width="${size}" height="${size}" style="display:block;border-radius:${radius}px;background:${light.soft};object-fit:cover"><!--<![endif]-->`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
