import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { CannotSeal, openSealer } from './sealed.ts'

let folder: string
let keyFile: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sealed-'))
  keyFile = path.join(folder, 'settings.key')
  onTestFinished(() => rm(folder, { recursive: true }))
})

const fromFile = () => openSealer({ key: undefined, keyFile })
const fromText = (key: string) => openSealer({ key, keyFile: undefined })
const longText = 'kunci yang panjang sekali, paling sedikit 32 huruf'

test('the file of the key is made with the first secret, readable only by its owner, and opens the secret after a restart', async () => {
  const sealer = await fromFile()
  expect(await readdir(folder)).toEqual([])
  const sealed = await sealer.seal('a', 'rahasia')
  expect(await readdir(folder)).toEqual(['settings.key'])
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  expect(sealed.toString('latin1')).not.toContain('rahasia')
  expect((await fromFile()).open('a', sealed)).toBe('rahasia')
})

test('two simultaneous first secrets are sealed with the same key', async () => {
  const sealer = await fromFile()
  const [a, b] = await Promise.all([sealer.seal('a', 'satu'), sealer.seal('b', 'dua')])
  const later = await fromFile()
  expect([later.open('a', a), later.open('b', b)]).toEqual(['satu', 'dua'])
})

test('the same secret looks different each time, and opens only under its name, unchanged, and with its key', async () => {
  const sealer = await fromText(longText)
  const [first, second] = [await sealer.seal('a', 'rahasia'), await sealer.seal('a', 'rahasia')]
  expect(first.equals(second)).toBe(false)
  expect((await fromText(longText)).open('a', first)).toBe('rahasia')
  expect(sealer.open('b', first)).toBeUndefined()
  expect((await fromText(`${longText}.`)).open('a', first)).toBeUndefined()
  for (let at = 0; at < first.length; at += 1) {
    const changed = Buffer.from(first)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(sealer.open('a', changed)).toBeUndefined()
    expect(sealer.open('a', first.subarray(0, at))).toBeUndefined()
  }
})

test('no secret is sealed and none opens without a key and a place for one', async () => {
  const sealed = await (await fromText(longText)).seal('a', 'rahasia')
  const without = await openSealer({ key: undefined, keyFile: undefined })
  expect(without.problem()).toBe('no-key')
  await expect(without.seal('a', 'rahasia')).rejects.toThrow(CannotSeal)
  expect(without.open('a', sealed)).toBeUndefined()
})

test('a file without a key in it is kept as it is, and no secret is sealed', async () => {
  await writeFile(keyFile, 'bukan kunci')
  const sealer = await fromFile()
  expect(sealer.problem()).toBe('key-file')
  await expect(sealer.seal('a', 'rahasia')).rejects.toThrow(CannotSeal)
  expect(await readFile(keyFile, 'utf8')).toBe('bukan kunci')
})

test('a key that appeared since the start, for example of another process, is never replaced', async () => {
  const [first, second] = [await fromFile(), await fromFile()]
  const sealed = await first.seal('a', 'rahasia')
  const made = await readFile(keyFile, 'utf8')
  await expect(second.seal('b', 'lain')).rejects.toThrow(CannotSeal)
  expect(await readFile(keyFile, 'utf8')).toBe(made)
  expect((await fromFile()).open('a', sealed)).toBe('rahasia')
})

test('a file that can not be read is kept as it is, and no secret is sealed', async () => {
  await symlink(keyFile, keyFile)
  const sealer = await fromFile()
  expect(sealer.problem()).toBe('key-file')
  await expect(sealer.seal('a', 'rahasia')).rejects.toThrow(CannotSeal)
  expect(await readlink(keyFile)).toBe(keyFile)
})

test('at the start a file that others can read is closed to them', async () => {
  await (await fromFile()).seal('a', 'rahasia')
  await chmod(keyFile, 0o644)
  await fromFile()
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
})
