/** Secrets that are stored encrypted: AES-256-GCM, with the name of the secret as associated data. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'

/** Why no secret can be stored. `no-key`: the operator has to set one; `key-file`: the file of the key can't be used. */
export type SealProblem = 'no-key' | 'key-file'

export interface Sealer {
  problem(): SealProblem | undefined
  /**
   * Makes the file of the key if there is none yet. Call it outside of transactions.
   * @throws {CannotSeal} while there is a `problem`
   */
  seal(name: string, secret: string): Promise<Buffer>
  /** Undefined: it was sealed with another key or under another name, or was changed since. */
  open(name: string, sealed: Buffer): string | undefined
}

export class CannotSeal extends Error {
  override name = 'CannotSeal'
}

interface SealerOptions {
  /** A text from the environment from which the key is derived. It overrides the file. */
  key: string | undefined
  /** The file for a key of its own, if none is given. Undefined: without a given key no secret can be stored. */
  keyFile: string | undefined
}

const algorithm = 'aes-256-gcm'
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]
/** The first byte of a stored secret. */
const version = 1

export async function openSealer({ key: given, keyFile }: SealerOptions): Promise<Sealer> {
  let key: Buffer | undefined = given === undefined ? undefined : derivedKey(given)
  let problem: SealProblem | undefined = key || keyFile !== undefined ? undefined : 'no-key'
  if (!key && keyFile !== undefined) {
    const read = await readKey(keyFile)
    if (read === 'unusable') problem = 'key-file'
    else key = read
  }
  /** Two simultaneous calls use the same new key. */
  let making: Promise<Buffer> | undefined
  const makeKey = async (file: string): Promise<Buffer> => {
    making ??= writeKey(file)
    const made = await making.finally(() => {
      making = undefined
    })
    key = made
    return made
  }

  return {
    problem: () => problem,
    async seal(name, secret) {
      if (problem || (!key && keyFile === undefined)) throw new CannotSeal(`no key to encrypt with: ${problem}`)
      const own = key ?? (await makeKey(keyFile as string))
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, own, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(name))
      const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), content])
    },
    open(name, sealed) {
      if (!key || sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== version) return undefined
      const [nonce, rest] = [sealed.subarray(1, 1 + nonceBytes), sealed.subarray(1 + nonceBytes)]
      try {
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
          .setAAD(Buffer.from(name))
          .setAuthTag(rest.subarray(0, tagBytes))
        return Buffer.concat([decipher.update(rest.subarray(tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

const derivedKey = (text: string) => Buffer.from(hkdfSync('sha256', text, '', 'camilan settings', keyBytes))

/** @returns undefined if there is no file; `unusable` if this user can't read it, or it holds no key */
async function readKey(file: string): Promise<Buffer | 'unusable' | undefined> {
  try {
    const handle = await open(file, 'r')
    try {
      // A copy made by hand may be readable by others. The change fails on a file of another user, like a read.
      if (((await handle.stat()).mode & 0o077) !== 0) await handle.chmod(0o600)
      const key = Buffer.from((await handle.readFile('utf8')).trim(), 'base64')
      return key.length === keyBytes ? key : 'unusable'
    } finally {
      await handle.close()
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'unusable'
  }
}

/** The file gets its name only after its content is on the disk. An existing file is never replaced. */
async function writeKey(file: string): Promise<Buffer> {
  const existing = await readFile(file, 'utf8').catch(() => undefined)
  if (existing !== undefined) throw new CannotSeal(`${file} appeared since the start`)
  const key = randomBytes(keyBytes)
  const unfinished = `${file}.part`
  await rm(unfinished, { force: true })
  const handle = await open(unfinished, 'wx', 0o600)
  try {
    await handle.writeFile(`${key.toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
  return key
}
