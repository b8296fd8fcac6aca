import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const results = path.join(import.meta.dirname, 'results.md')

/** Replaces the section with this heading in `bench/results.md`, or adds it at the end. */
export async function writeSection(heading: string, text: string): Promise<void> {
  const present = await readFile(results, 'utf8').catch(() => '# Results\n')
  const sections = present.split(/^(?=## )/m)
  const section = `## ${heading}\n\n${text.trim()}\n\n`
  const index = sections.findIndex((candidate) => candidate.startsWith(`## ${heading}\n`))
  if (index === -1) sections.push(section)
  else sections[index] = section
  await writeFile(results, `${sections.map((part) => part.trim()).join('\n\n')}\n`)
}
