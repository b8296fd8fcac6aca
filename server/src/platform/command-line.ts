import { existsSync } from 'node:fs'
import path from 'node:path'

/** A release has this file, and no npm. */
const isRelease = existsSync(path.resolve(import.meta.dirname, '../../../RELEASE'))

export const commandLine = (name: string, ...args: string[]): string => {
  if (isRelease) return ['camilan', name, ...args].join(' ')
  return ['npm run', name, ...(args[0]?.startsWith('-') ? ['--'] : []), ...args].join(' ')
}
