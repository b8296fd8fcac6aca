/** The warning of a proxy that TRUST_PROXY does not name. */
import { describe, expect, test } from 'vitest'
import { useShop } from './testing/make-shop.ts'

const headers = { 'x-forwarded-for': '203.0.113.9' }

describe.each([
  { trustProxy: '', warnings: 1 },
  { trustProxy: '10.0.0.0/8', warnings: 1 },
  { trustProxy: 'loopback', warnings: 0 },
])('X-Forwarded-For from 127.0.0.1 with TRUST_PROXY=$trustProxy', ({ trustProxy, warnings }) => {
  const lines: string[] = []
  const shop = useShop({
    environment: { TRUST_PROXY: trustProxy },
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  })

  test(`causes ${warnings} warnings, however many requests have it`, async () => {
    await fetch(`${shop.origin}/healthz`)
    expect(lines.join('')).not.toContain('X-Forwarded-For')
    for (const _ of [1, 2, 3]) await fetch(`${shop.origin}/healthz`, { headers })
    const log = lines.join('')
    const found = log.match(/X-Forwarded-For from 127\.0\.0\.1 is ignored.*TRUST_PROXY=127\.0\.0\.1/g)
    expect(found ?? []).toHaveLength(warnings)
    expect(log).not.toContain('203.0.113.9')
  })
})
