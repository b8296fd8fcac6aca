import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const results = path.join(root, 'lab/bench/results.md')

/** Replaces the section with this heading in `lab/bench/results.md`, or adds it at the end. */
export async function writeSection(heading: string, text: string): Promise<void> {
  const sections = await readSections()
  const section = `## ${heading}\n\n${text}`
  const index = sections.findIndex((candidate) => hasHeading(candidate, heading))
  if (index === -1) sections.push(section)
  else sections[index] = section
  await write(sections)
}

/** Replaces the whole of `lab/bench/results.md` but the sections with these headings. */
export async function writeAllBut(headings: readonly string[], text: string): Promise<void> {
  const others = (await readSections()).filter((section) => headings.some((heading) => hasHeading(section, heading)))
  await write([text, ...others])
}

async function readSections(): Promise<string[]> {
  const present = await readFile(results, 'utf8').catch(() => '# Results\n')
  return present.split(/^(?=## )/m)
}

const hasHeading = (section: string, heading: string) => section.startsWith(`## ${heading}\n`)

async function write(sections: readonly string[]): Promise<void> {
  await writeFile(results, `${sections.map((section) => section.trim()).join('\n\n')}\n`)
  execFileSync(path.join(root, 'node_modules/.bin/biome'), ['format', '--write', results])
}
