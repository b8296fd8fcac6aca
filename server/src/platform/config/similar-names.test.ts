import { expect, test } from 'vitest'
import { editDistance, similarNames } from './similar-names.ts'

test.each([
  ['TRUST_PROXY', 'TRUST_PROXY', 0],
  ['TRUST_PROXI', 'TRUST_PROXY', 1],
  ['TRUSTPROXY', 'TRUST_PROXY', 1],
  ['DATABSAE_URL', 'DATABASE_URL', 2],
  ['HOME', 'HOST', 2],
  ['', 'PORT', 4],
])('%s and %s are %i letters apart', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})

const known = ['TRUST_PROXY', 'DATABASE_URL', 'HOST', 'PORT']

test('a name up to two letters away, or in small letters, is found with the intended name', () => {
  const environment = { TRUST_PROXI: 'loopback', DATABSAE_URL: 'postgres://db/toko', port: '80', HOSTS: 'x' }
  expect(similarNames(known, environment)).toEqual([
    { given: 'TRUST_PROXI', meant: 'TRUST_PROXY' },
    { given: 'DATABSAE_URL', meant: 'DATABASE_URL' },
    { given: 'port', meant: 'PORT' },
    { given: 'HOSTS', meant: 'HOST' },
  ])
})

test('our own names, blank variables, and the variables of every machine are not found', () => {
  const usual = { HOME: '/root', PATH: '/bin', SHELL: 'sh', PWD: '/', TERM: 'x', USER: 'toko', HOSTNAME: 'x' }
  expect(similarNames(known, { ...usual, HOST: '::1', PORT: '80', TRUST_PROXI: ' ' })).toEqual([])
})
