const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Tag for HTML templates: escapes every value, except those made by another `html`. */
export function html(texts: TemplateStringsArray, ...values: (string | number | SafeHtml | SafeHtml[])[]): SafeHtml {
  const parts = values.map((value) => [value].flat().map(textOf).join(''))
  return new SafeHtml(String.raw({ raw: texts }, ...parts))
}

export class SafeHtml {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function textOf(value: string | number | SafeHtml): string {
  if (value instanceof SafeHtml) return value.text
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
