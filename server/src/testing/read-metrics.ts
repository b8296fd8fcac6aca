/** The samples of an answer in Prometheus's text format. */
export function readMetrics(text: string) {
  const samples = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (name) samples.set(keyOf(name, Object.fromEntries(readLabels(labels))), Number(value))
  }
  return {
    text,
    samples,
    /** Undefined if there is no such sample. */
    value: (name: string, labels: Record<string, string> = {}) => samples.get(keyOf(name, labels)),
  }
}

const readLabels = (text: string) =>
  [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value] as const)

/** The form in which Prometheus writes a series, with its labels in order. */
function keyOf(name: string, labels: Record<string, string>): string {
  const parts = Object.entries(labels)
    .sort()
    .map(([label, value]) => `${label}="${value}"`)
  return parts.length > 0 ? `${name}{${parts.join(',')}}` : name
}
