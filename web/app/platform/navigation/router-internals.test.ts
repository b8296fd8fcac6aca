import manifest from 'react-router/package.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { triedVersion } from './router-internals'

test('another version of React Router is tried before it is used', () => {
  expect(manifest.version).toBe(triedVersion)
})
