import { dictionary } from '@zxcvbn-ts/language-common'
import { CommonPassword } from './errors.ts'

const minLength = 8
const count = 3_000

/** The most common passwords that the contract would accept, in lower case. The package has them by frequency. */
const commonPasswords = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= minLength).slice(0, count),
)

/** Whether a password is one of those that an attacker tries first, in any case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}

/** For the operator, who is not refused. */
export const commonPasswordWarning = 'This password is one of the most common ones. Change it on the profile page.'

/**
 * For a new password; the one that a user has already is not checked.
 * @param field  of the form, which gets the sentence
 * @throws {CommonPassword}
 */
export function assertUncommonPassword(password: string, field: string): void {
  if (isCommonPassword(password)) throw new CommonPassword(field)
}
