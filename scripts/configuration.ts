/**
 * Writes docs/configuration.md from the variables that each room describes, and docs/settings.md from the table of settings.
 * `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Entry } from '../contract/src/settings/kinds.ts'
import type { Section as SettingSection } from '../contract/src/settings/section.ts'
import { settingSections } from '../contract/src/settings.ts'
import { sections } from '../server/src/config.ts'
import type { Section } from '../server/src/platform/config/section.ts'
import { describe } from '../server/src/platform/config/variables.ts'

const introduction = `# Configuration

Environment variables, with their defaults in brackets. They are checked at start: the server prints one line for each problem
and does not start. A blank variable counts as unset. In a list commas separate; in the password of a URL @ is %40, / is %2F and
% is %25. \`npm run configuration\` writes this page from the code.`

const aboutSettings = `# Settings

What administrators change in the browser (\`/admin/settings\`) or with \`PUT /api/admin/settings\`, whose description at
\`/api/docs\` has the values; with their defaults in brackets, and with the variable that locks a setting while it is set.
\`npm run configuration\` writes this page from the table of settings (\`contract/src/settings/\`).`

function variablesOf({ title, about, variables }: Section): string {
  const rows = Object.entries(variables).map(([name, variable]) => {
    const { meaning, accepts, default: fallback } = describe(variable)
    return `- \`${name}\` (${fallback}): ${meaning}${accepts && `; ${accepts.replaceAll('<', '\\<')}`}`
  })
  return [`## ${title}\n`, ...(about === undefined ? [] : [`${about}\n`]), ...rows].join('\n')
}

function settingsOf({ title, settings }: SettingSection): string {
  const rows = Object.entries(settings).map(
    ([name, entry]) =>
      `- \`${name}\` (${usualOf(entry)}): ${entry.label}${entry.variable ? `; \`${entry.variable}\`` : ''}`,
  )
  return [`## ${title}\n`, ...rows].join('\n')
}

function usualOf({ default: usual, control, inParts }: Entry): string {
  if (inParts) return `each ${written(Object.values(usual as object)[0])}`
  return control.kind === 'choice' && usual !== null ? control.write(usual as string | number) : written(usual)
}

function written(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? `\`${JSON.stringify(value)}\`` : String(value)
}

const pages = {
  'configuration.md': [introduction, ...sections.map(variablesOf)],
  'settings.md': [aboutSettings, ...settingSections.map(settingsOf)],
}

for (const [name, parts] of Object.entries(pages)) {
  const file = new URL(`../docs/${name}`, import.meta.url)
  const text = `${parts.join('\n\n')}\n`
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`docs/${name} differs from the code: run npm run configuration`)
    process.exitCode = 1
  }
}
