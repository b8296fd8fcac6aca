/** Finds texts that look like secret keys in the tracked files. Prints the file and the kind, never the key. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Keys of the services that the shop or its developers use, in their real lengths. */
const kinds: Record<string, RegExp> = {
  'a server key of Midtrans': /\bMid-server-[\w-]{20,}/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}/,
  'a key of AWS': /\b(AKIA|ASIA)[A-Z0-9]{16}\b/,
  'a token of GitHub': /\b(gh[opsur]_[A-Za-z0-9]{36}|github_pat_\w{60,})/,
  'a token of npm': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a token of Slack': /\bxox[abprs]-[\w-]{20,}/,
  'a key of Google': /\bAIza[\w-]{35}/,
  'a JSON Web Token': /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/,
}

/** The kinds of keys that the text seems to contain. */
export function keysIn(text: string): string[] {
  return Object.entries(kinds).flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []))
}

if (import.meta.main) {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  // Outside a repository, as in a released archive, there is nothing to compare with.
  const files = status === 0 ? stdout.split('\0').filter((file) => file !== '') : []
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'latin1')
    for (const kind of keysIn(text)) {
      console.log(`${file}: ${kind}`)
      process.exitCode = 1
    }
  }
}
