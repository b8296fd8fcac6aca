import { expect, test } from 'vitest'
import { keysIn } from './find-keys.ts'

test.each([
  ['a server key of Midtrans', `MIDTRANS_SERVER_KEY=SB-Mid-server-${'x'.repeat(24)}`],
  ['a server key of Midtrans', `key: 'Mid-server-${'a_-9'.repeat(6)}'`],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${'M'.repeat(64)}`],
  ['a key of AWS', `AKIA${'A1'.repeat(8)}`],
  ['a token of GitHub', `ghp_${'a1'.repeat(18)}`],
  ['a JSON Web Token', `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(30)}.${'c'.repeat(43)}`],
])('%s is found', (kind, text) => {
  expect(keysIn(`one line\n${text}\n`)).toEqual([kind])
})

test.each(['SB-Mid-server-local-test-key', 'SB-Mid-server-…', '-----BEGIN PRIVATE KEY-----', 'sha256-AKIA'])(
  '%s is no key',
  (text) => {
    expect(keysIn(text)).toEqual([])
  },
)
