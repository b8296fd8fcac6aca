const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Tag for HTML templates: escapes every value, except those made by another `html`. */
export function html(texts: TemplateStringsArray, ...values: (string | number | SafeHtml)[]): SafeHtml {
  const parts = values.map((value) => (value instanceof SafeHtml ? value.text : escaped(String(value))))
  return new SafeHtml(String.raw({ raw: texts }, ...parts))
}

export class SafeHtml {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
