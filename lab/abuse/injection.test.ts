/** Texts that a program would run as SQL or as a script if it did not keep them apart from its own. */
import { expect, test } from 'vitest'
import { injectTexts } from '../../server/src/testing/inject-texts.ts'
import { useShop } from '../../server/src/testing/make-shop.ts'
import { sqlPayloads, xssPayloads } from '../../server/src/testing/payloads.ts'

const log: string[] = []
const environment = { REGISTRATIONS_PER_ADDRESS: '1000000', LOGIN_FAILURES_PER_ADDRESS: '1000000' }
const shop = useShop({ environment, logger: { level: 'warn', stream: { write: (line: string) => log.push(line) } } })

const countRows = async () => {
  const { rows } = await shop.pool.query(
    `select (select count(*) from information_schema.tables where table_schema = 'public') as tables,
            (select count(*) from users where is_admin) as admins, (select count(*) from products) as products,
            (select count(*) from orders) as orders`,
  )
  return rows[0]
}

test.each([
  ['500 SQL strings', sqlPayloads],
  ['300 XSS strings', xssPayloads],
])(
  '%s are stored as they are, and do nothing',
  async (name, payloads) => {
    const texts = payloads.slice(0, Number(process.env.INJECTIONS ?? payloads.length))
    await shop.admin() // `injectTexts` makes the other one
    const before = await countRows()
    const { sent, slowestMs, findings } = await injectTexts(shop, texts)
    const after = await countRows()
    console.log(`${name}: ${sent} requests, the slowest ${slowestMs.toFixed()} ms, ${findings.length} findings`)
    expect([findings, log.filter((line) => !line.includes('notification'))]).toEqual([[], []])
    expect(slowestMs).toBeLessThan(15_000) // no query slept for 20 s
    expect([after.tables, Number(after.admins)]).toEqual([before.tables, Number(before.admins) + 1])
    for (const kind of ['products', 'orders']) expect(after[kind] - before[kind]).toBeGreaterThanOrEqual(texts.length)
  },
  1_800_000,
)
