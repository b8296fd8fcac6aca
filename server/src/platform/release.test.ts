import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRelease } from './release.ts'

const hash = '0123456789abcdef0123456789abcdef01234567'

test.each<[string, Record<string, string>, string]>([
  ['an archive', { RELEASE: `Camilan 9.8.7\ncommit ${hash}\nNode 24\n` }, '0123456789'],
  ['an archive of changed files', { RELEASE: `Camilan 9.8.7\ncommit ${hash} and changes\n` }, '0123456789-changed'],
  ['a clone', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${hash}\n` }, '0123456789'],
  [
    'a clone with packed refs',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# pack-refs\n${hash} refs/heads/main\n` },
    '0123456789',
  ],
  ['a clone of a commit', { '.git/HEAD': `${hash}\n` }, '0123456789'],
  ['a copy without both', {}, 'unknown'],
])('%s names its version and commit', async (_, files, commit) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'release-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries({ ...files, 'package.json': '{"version":"9.8.7"}' })) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  expect(readRelease(folder)).toEqual({ version: '9.8.7', commit })
})
