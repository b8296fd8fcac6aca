import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../..')

export interface Release {
  version: string
  /** The beginning of the hash; `unknown` in a copy that is neither an archive of a release nor a clone. */
  commit: string
}

/**
 * The release that runs. An archive has its commit in the file RELEASE. The commit of a clone is read without git, which
 * refuses a folder of another user.
 */
export function readRelease(folder = root): Release {
  const read = (file: string): string => {
    try {
      return readFileSync(path.join(folder, file), 'utf8')
    } catch {
      return ''
    }
  }
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const archived = /^commit (\w{10})\w*( .*)?$/m.exec(read('RELEASE'))
  if (archived) return { version, commit: `${archived[1]}${archived[2] === undefined ? '' : '-changed'}` }
  const head = read('.git/HEAD').trim()
  const ref = /^ref: (\S+)$/.exec(head)?.[1]
  const packed = () =>
    read('.git/packed-refs')
      .split('\n')
      .find((line) => line.endsWith(` ${ref}`)) ?? ''
  const hash = ref === undefined ? head : read(`.git/${ref}`) || packed()
  return { version, commit: /^\w{10}/.exec(hash)?.[0] ?? 'unknown' }
}
