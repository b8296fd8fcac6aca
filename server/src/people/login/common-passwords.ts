import { searchFold } from '@camilan/contract/texts'
import type { Sender } from '../../mail/mail-content.ts'
import { CommonPassword, GuessablePassword } from '../users/errors.ts'

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

const lettersOf = (text: string): string => searchFold(text).replaceAll(/\P{L}/gu, '')

/** Whether a password is only the name of the shop or one of its words, or one character, perhaps with digits and marks. */
function isOfThisShop(password: string, shopName: string): boolean {
  const names = [shopName, ...shopName.split(/\s+/), 'camilan'].map(lettersOf)
  return names.some((name) => name !== '' && name === lettersOf(password))
}

/** Whether it is one character eight or more times, or spaces alone. */
const isOneCharacter = (password: string): boolean => /^(?:(.)\1{7,}|\s+)$/su.test(password)

/** For everything that sets a password. */
export interface PasswordDeps {
  sender: Pick<Sender, 'shopName'>
}

/**
 * Checks a new password, never the present one of a user.
 * @param field  the field of the form that gets the sentence
 * @throws {CommonPassword} | {GuessablePassword}
 */
export async function assertUncommonPassword({ sender }: PasswordDeps, password: string, field: string): Promise<void> {
  if (await isCommonPassword(password)) throw new CommonPassword(field)
  if (isOneCharacter(password) || isOfThisShop(password, sender.shopName)) throw new GuessablePassword(field)
}
