/** All files and tests that docs/spec-coverage.md, properties.md and security.md name exist. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (page: string) => readFileSync(path.join(root, 'docs', page), 'utf8')
/** The parentheses at the end of each row of the list; a row may have more than one line. */
const rows = read('spec-coverage.md')
  .replaceAll(/\n +/g, ' ')
  .split('\n')
  .filter((line) => line.startsWith('- '))
const tests = rows.map((row) => / \(([^()]+)\)$/.exec(row)?.[1] ?? `no test: ${row}`)

const specs = new Map(
  readdirSync(path.join(root, 'e2e'))
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => [path.basename(file, '.spec.ts'), readFileSync(path.join(root, 'e2e', file), 'utf8')]),
)

const exists = (pattern: string) => globSync(pattern, { cwd: root }).length > 0

test.each(['properties.md', 'security.md'])('every file that %s names exists', (file) => {
  const named = [...read(file).matchAll(/`([\w./*-]+(?:\.tsx?|\.sql|\/))`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !exists(name) && !exists(`server/src/${name}`))).toEqual([])
})

/** A test as a row names it: a path, or a spec and a part of a title. An empty title stands for the whole spec. */
interface Reference {
  name: string
  title: string
}

/** They are `spec`, `spec: title` or a path, with semicolons between them; `; title` is another one of the same spec. */
function referencesIn(tests: string): Reference[] {
  let spec = ''
  return tests.split(';').flatMap((text) => {
    const part = text.trim().replaceAll('`', '')
    const [names = '', title] = part.split(': ')
    if (title === undefined && spec !== '' && !specs.has(part) && !part.includes('/'))
      return { name: spec, title: part }
    return names.split(', ').map((name) => {
      spec = name
      return { name, title: title ?? '' }
    })
  })
}

function isMissing({ name, title }: Reference): boolean {
  if (name.includes('/')) return !exists(name) && !exists(`web/app/${name}`)
  const source = specs.get(name)
  if (source === undefined || title === '') return source === undefined
  const titles = [...source.matchAll(/\b(?:test|\w+Test)(?:\.\w+)*\(\s*(?:'([^'\n]*)'|"([^"\n]*)"|`([^`\n]*)`)/g)]
  return !titles.some((found) => found.slice(1).join('').includes(title))
}

test('every test that the page names exists', () => {
  const references = tests.flatMap(referencesIn)
  expect(references.length).toBeGreaterThan(100)
  const missing = references.filter(isMissing)
  expect(missing.map(({ name, title }) => `${name}: ${title}`)).toEqual([])
})
