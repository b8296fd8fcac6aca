type Value = string | number | boolean | null | undefined | SafeHtml | Value[]

/** Tag for HTML templates: escapes every value, except those made by another `html`. `false` and nothing leave no text. */
export function html(texts: TemplateStringsArray, ...values: Value[]): SafeHtml {
  return new SafeHtml(String.raw({ raw: texts }, ...values.map(textOf)))
}

export class SafeHtml {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function textOf(value: Value): string {
  if (value instanceof SafeHtml) return value.text
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (value === false || value === null || value === undefined) return ''
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
