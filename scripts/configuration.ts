/**
 * Writes docs/configuration.md from the variables that each room describes, and docs/settings.md from the table of settings.
 * `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Control, Entry } from '../contract/src/settings/kinds.ts'
import type { Section as SettingSection } from '../contract/src/settings/section.ts'
import { settingSections } from '../contract/src/settings.ts'
import { sections } from '../server/src/config.ts'
import type { Section } from '../server/src/platform/config/section.ts'
import { describe } from '../server/src/platform/config/variables.ts'

const introduction = `# Configuration

Environment variables, checked at start: the server prints one line for each problem and does not start. A blank variable
counts as unset. \`npm run configuration\` writes this page from the code.`

const aboutSettings = `# Settings

What administrators change in the browser (\`/admin/settings\`) or with \`PUT /api/admin/settings\`. They read all settings;
what everybody reads is in \`GET /api/shop\`, where \`shop_name\` is \`name\`. A setting with a variable is locked while that is
set. Where the page offers choices, the API takes every value of their range. \`npm run configuration\` writes this page from
the table of settings (\`contract/src/settings/\`).`

function tableOf({ title, about, variables }: Section): string {
  const rows = Object.entries(variables).map(([name, variable]) => {
    const { meaning, accepts, default: fallback } = describe(variable)
    return `| \`${name}\` | ${meaning} | ${accepts.replaceAll('<', '\\<')} | ${fallback} |`
  })
  const head = ['| Name | Meaning | Value | Default |', '| --- | --- | --- | --- |']
  return [`## ${title}\n`, ...(about === undefined ? [] : [`${about}\n`]), ...head, ...rows].join('\n')
}

function settingsOf({ title, settings }: SettingSection): string {
  const rows = Object.entries(settings).map(([name, entry]) => {
    const { label, control, read = 'administrators', variable } = entry
    const cells = [`\`${name}\``, label, valuesOf(control), usualOf(entry), read, variable ? `\`${variable}\`` : '']
    return `| ${cells.join(' | ')} |`
  })
  const head = ['| Name | Label | Value | Default | Read by | Variable |', '| --- | --- | --- | --- | --- | --- |']
  return [`## ${title}\n`, ...head, ...rows].join('\n')
}

function valuesOf(control: Control): string {
  switch (control.kind) {
    case 'line':
    case 'text':
      return control.attributes.maxLength ? `a text of up to ${control.attributes.maxLength} characters` : 'a text'
    case 'year':
      return 'a year'
    case 'number':
    case 'rupiah':
      return `${control.kind === 'rupiah' ? 'rupiah,' : 'a whole number'} from ${control.min} to ${control.max}`
    case 'choice':
      return [...(control.none ? [control.none] : []), ...control.values.map(control.write)].join(', ')
    case 'switch':
      return 'on or off'
    case 'switches':
      return Object.values(control.parts)
        .map(({ label }) => label)
        .join(', ')
    case 'picture':
      return 'a picture'
    case 'own':
      return control.accepts
  }
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
  'configuration.md': [introduction, ...sections.map(tableOf)],
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
