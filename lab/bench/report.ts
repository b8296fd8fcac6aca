/** Medians, tables and files of results. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { spread } from './load.ts'

export const median = (values: readonly number[]): number => spread([...values]).p50

/** A table in Markdown, which `npm run format` aligns. */
export function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const alignment = columns.map((_, index) => (index === 0 ? '---' : '---:'))
  return [line(columns), line(alignment), ...rows.map(line)].join('\n')
}

export async function writeResults(file: string, text: string): Promise<void> {
  await writeFile(file, `${text.trim()}\n`)
  execFileSync(path.resolve(import.meta.dirname, '../../node_modules/.bin/biome'), ['format', '--write', file])
}
