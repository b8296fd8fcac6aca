import path from 'node:path'
import type { Config } from '../config.ts'
import type { MailServer } from '../mail/transports/mail-server.ts'
import type { KeySets } from '../payments/keys/key-sets.ts'
import { commonPasswordWarning, isCommonPassword } from '../people/login/common-passwords.ts'
import { demoAccounts } from '../people/login/demo-accounts.ts'
import { commandLine } from '../platform/command-line.ts'
import type { QuietMark } from '../platform/quiet.ts'

export interface Opened {
  shopName: string
  keySets: KeySets
  mailServer: MailServer
  /** Opens the control page of the payment sandbox. */
  controlToken: string | undefined
  isDemo: boolean
  lockedDemoAccounts: number
  quietMark: QuietMark | undefined
  unusableKeyFile: string | undefined
}

/** Print the address of the open shop, and notes for its operator. */
export async function announce(
  config: Config,
  opened: Opened,
  { print, warn }: Record<'print' | 'warn', (line: string) => void>,
): Promise<void> {
  const { shopName, keySets, mailServer, controlToken, isDemo, lockedDemoAccounts, quietMark, unusableKeyFile } = opened
  const { publicUrl, dataDir, firstAdmin } = config
  print(`${shopName} is open at ${publicUrl}`)
  if (isDemo && !quietMark) {
    for (const { email, password, is_admin } of demoAccounts) {
      print(`  ${is_admin ? 'administrator' : 'customer     '}  ${email}  ${password}`)
    }
  }
  const environment = keySets.current()?.environment
  if (environment === 'local') {
    print('  Payments go to the local payment sandbox: no real money moves.')
    print(`  Its client key, for snap.js of a page of your own: ${keySets.current()?.clientKey}`)
  }
  if (environment === undefined) {
    print(
      '  The shop can’t be paid yet, and takes no orders: its keys of Midtrans are set in the browser, under Pengaturan.',
    )
    if (keySets.isUnreadable())
      print('  Keys were set there before, and can’t be decrypted: the key that encrypts them is another one.')
  }
  if (controlToken !== undefined) print(`  Its control page, only for you: ${publicUrl}/_sandbox/#${controlToken}`)
  if (mailServer.source() === 'folder')
    print(`  Mail is written to ${path.join(dataDir, 'outbox')}, as no mail server is set.`)
  if (unusableKeyFile !== undefined)
    warn(`${unusableKeyFile} holds no key that can be used: secrets that were set in the browser count as not set.`)
  if (firstAdmin && (await isCommonPassword(firstAdmin.password))) print(`  ADMIN_PASSWORD: ${commonPasswordWarning}`)
  if (lockedDemoAccounts > 0)
    print(`  Demo is off: its ${lockedDemoAccounts} accounts can't log in, and their sessions have ended.`)
  if (quietMark) {
    print(
      `  The shop was restored from a backup of ${quietMark.madeAt.toISOString()} and is quiet: it takes no orders, and sends`,
    )
    print(`  no mail. When this is the shop that people use: ${commandLine('restore', '--go-live')}`)
  }
}
