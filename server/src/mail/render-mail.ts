export interface MailContent {
  shopName: string
  subject: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Paragraphs after the action. */
  closing?: string[]
}

/**
 * A mail carries the same content as plain text and as simple HTML. It contains no name, because a stranger who registers
 * somebody else's e-mail chooses the name.
 */
export function renderMail({ shopName, subject, paragraphs, action, closing = [] }: MailContent) {
  const greeting = 'Halo,'
  const farewell = ['Salam hangat,', shopName]
  const text = [greeting, ...paragraphs, ...(action ? [action.url] : []), ...closing, farewell.join('\n')].join('\n\n')

  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const button = action && [
    `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="${buttonStyle}">${escapeHtml(action.label)}</a></p>`,
    `<p style="${smallStyle}">Tombolnya tidak berfungsi? Salin alamat ini ke peramban Anda:<br>${escapeHtml(action.url)}</p>`,
  ]
  const html = [
    '<!doctype html>',
    '<html lang="id">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;background:#fff8ec"><div style="${cardStyle}">`,
    ...[greeting, ...paragraphs].map(paragraph),
    ...(button ?? []),
    ...closing.map(paragraph),
    `<p style="margin:24px 0 0">${farewell.map(escapeHtml).join('<br>')}</p>`,
    '</div></body></html>',
  ].join('\n')
  return { subject, text, html }
}

// Mail programs ignore style sheets and web fonts, so each element carries its style.
const cardStyle =
  'max-width:32rem;margin:0 auto;padding:24px;border-radius:12px;background:#ffffff;color:#3a2417;font:16px/1.6 sans-serif'
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:12px;background:#1f6b43;color:#ffffff;font-weight:bold;text-decoration:none'
const smallStyle = 'margin:0 0 16px;color:#6f5645;font-size:13px;overflow-wrap:anywhere'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
