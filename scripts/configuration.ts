/** Writes docs/configuration.md from the variables that each room describes. `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs'
import { sections } from '../server/src/config.ts'
import type { Section } from '../server/src/platform/config/section.ts'
import { describe } from '../server/src/platform/config/variables.ts'

const file = new URL('../docs/configuration.md', import.meta.url)

const introduction = `# Configuration

Environment variables, checked at start: the server prints one line for each problem and does not start. A blank variable
counts as unset. \`npm run configuration\` writes this page from the code.`

function tableOf({ title, about, variables }: Section): string {
  const rows = Object.entries(variables).map(([name, variable]) => {
    const { meaning, accepts, default: fallback } = describe(variable)
    return `| \`${name}\` | ${meaning} | ${accepts.replaceAll('<', '\\<')} | ${fallback} |`
  })
  const head = ['| Name | Meaning | Value | Default |', '| --- | --- | --- | --- |']
  return [`## ${title}\n`, ...(about === undefined ? [] : [`${about}\n`]), ...head, ...rows].join('\n')
}

const written = `${[introduction, ...sections.map(tableOf)].join('\n\n')}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(file, written)
} else if (readFileSync(file, 'utf8') !== written) {
  console.error('docs/configuration.md differs from the variables in the code: run npm run configuration')
  process.exitCode = 1
}
