import { expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'

test('an IPv4 address is counted by itself, also when it is written as IPv6', () => {
  expect(clientNetwork('203.0.113.7')).toBe('203.0.113.7')
  expect(clientNetwork('::ffff:203.0.113.7')).toBe('203.0.113.7')
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('%s is counted as %s', (ip, network) => {
  expect(clientNetwork(ip)).toBe(network)
})

test('a text that is no IP address is counted as it is', () => {
  expect(clientNetwork('unknown')).toBe('unknown')
})
