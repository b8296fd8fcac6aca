import { CommonPassword } from './errors.ts'

const minLength = 8
const count = 3_000

/** The most common passwords that the contract would accept, in lower case. */
let commonPasswords: Promise<Set<string>> | undefined

/** The package has them by frequency. The first question loads it, because it would make each start longer. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= minLength).slice(0, count))
}

/** Whether a password is one of those that attackers try first, in upper or lower case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords().catch((error: unknown) => {
    commonPasswords = undefined // the next question tries again
    throw error
  })
  return (await commonPasswords).has(password.toLowerCase())
}

/** For the operator, whose common password causes only a warning. */
export const commonPasswordWarning = 'This password is one of the most common ones. Change it on the profile page.'

/**
 * Checks a new password, never the present one of a user.
 * @param field  the field of the form that gets the sentence
 * @throws {CommonPassword}
 */
export async function assertUncommonPassword(password: string, field: string): Promise<void> {
  if (await isCommonPassword(password)) throw new CommonPassword(field)
}
