/** A fault of the machines under the shop is answered with 503 in the contract's form. Afterwards the shop works again. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { errorSentences } from '@camilan/contract/errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { atDatabase, runSql } from './testing/databases.ts'
import { useShop } from './testing/make-shop.ts'

const shop = useShop()
const unavailable = { status: 503, body: { code: 'UNAVAILABLE', errors: errorSentences.UNAVAILABLE } }
const ready = async () => (await fetch(`${shop.origin}/readyz`)).status

/** Until the end of the test each insert into the carts fails with this code of PostgreSQL. */
async function failInserts(code: string, { times = 1_000_000 } = {}) {
  await shop.pool.query(`
    create sequence failures;
    create function fail() returns trigger language plpgsql as $$ begin
      if nextval('failures') <= ${times} then raise exception 'trouble' using errcode = '${code}'; end if;
      return new;
    end $$;
    create trigger fail before insert on cart_items for each row execute function fail()`)
  let ended = false
  const end = async () => {
    if (!ended) await shop.pool.query('drop function fail cascade; drop sequence failures')
    ended = true
  }
  onTestFinished(end)
  return end
}

test('ready answers are sent while the database is away, until they are too old', async () => {
  const shown = async () => (await shop.ask('GET', '/products')).status
  await shop.broadcast.opened
  expect([await shown(), await shown()]).toEqual([200, 200])
  const { rows } = await shop.pool.query('select current_database() as name')
  const setAway = (isAway: boolean) =>
    runSql(atDatabase(shop.connection, 'postgres'), `alter database ${rows[0].name} allow_connections ${!isAway}`)
  const lost = new Promise<void>((onDisconnect) => {
    onTestFinished(shop.broadcast.subscribe('any', { onEvent() {}, onDisconnect }))
  })
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  await setAway(true)
  try {
    await runSql(
      atDatabase(shop.connection, 'postgres'),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${rows[0].name}'`,
    )
    await lost
    expect(await shown()).toBe(200)
    now.mockReturnValue(performance.now() + 5_000)
    expect(await shown()).not.toBe(200)
  } finally {
    now.mockRestore()
    await setAway(false)
  }
  await expect.poll(shown).toBe(200)
})

test('a write on a read-only replica is answered with 503, a read works, and the server is not ready', async () => {
  const ani = await shop.customer()
  const chips = await shop.product()
  const setReadOnly = async (mode: 'on' | 'off') => {
    await shop.pool.query(
      `begin read write;
      do $$ begin execute format('alter database %I set default_transaction_read_only = ${mode}', current_database()); end $$;
      commit`,
    )
    await shop.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await shop.pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
  }
  await setReadOnly('on')
  onTestFinished(() => setReadOnly('off'))
  expect((await shop.ask('GET', '/products')).status).toBe(200)
  expect(await ani.addToCart(chips, 1)).toMatchObject(unavailable)
  expect(await ready()).toBe(503)
  await setReadOnly('off')
  // The pool may not have noticed yet that its connections were ended.
  await expect.poll(async () => (await ani.addToCart(chips, 1)).status).toBe(201)
  expect(await ready()).toBe(200)
})

test('a full disk of the database is answered with 503, and the server is not ready', async () => {
  const ani = await shop.customer()
  const chips = await shop.product()
  expect(await ready()).toBe(200)
  const end = await failInserts('53100')
  const refused = await ani.addToCart(chips, 1)
  expect(refused).toMatchObject(unavailable)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await ready()).toBe(503)
  await end()
  expect((await ani.addToCart(chips, 1)).status).toBe(201)
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30_000)
  expect(await ready()).toBe(200)
  later.mockRestore()
})

test('a transaction with a serialization failure runs again a few times, and is then answered with 503', async () => {
  const ani = await shop.customer()
  const chips = await shop.product()
  const end = await failInserts('40001', { times: 2 })
  expect((await ani.addToCart(chips, 1)).status).toBe(201)
  await end()
  await failInserts('40001')
  expect(await ani.addToCart(await shop.product(), 1)).toMatchObject(unavailable)
})

test('readiness names the failing part: the database, its migrations, a write', async () => {
  let passedMs = 0
  const failed = async () => {
    // After a write that worked, the next check comes five seconds later.
    passedMs += 40_000
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + passedMs)
    const answer = await fetch(`${shop.origin}/readyz`)
    later.mockRestore()
    const { status, failed } = (await answer.json()) as { status: string; failed?: string[] }
    expect([answer.status, status]).toEqual(failed ? [503, 'unavailable'] : [200, 'ok'])
    return failed
  }
  const during = async (begin: string, end: string) => {
    await shop.pool.query(begin)
    const found = await failed().finally(() => shop.pool.query(end))
    expect(await failed()).toBeUndefined()
    return found
  }
  expect(await failed()).toBeUndefined()
  const away = 'alter table schema_migrations rename to'
  expect(await during(`${away} away`, 'alter table away rename to schema_migrations')).toEqual(['database'])
  const renumber = (by: string) => `update schema_migrations set number = number ${by}`
  expect(await during(renumber('- 1000'), renumber('+ 1000'))).toEqual(['migrations'])
  expect(
    await during(
      `create function refuse() returns trigger language plpgsql as 'begin raise exception using errcode = 53100; end';
      create trigger refuse before insert on readiness for each row execute function refuse()`,
      'drop function refuse cascade',
    ),
  ).toEqual(['writes'])
})

test('a request that arrives while the server closes is answered in the form of the API', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async (path: string) => {
    const [response] = await once(request(`${shop.origin}${path}`, { agent }).end(), 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return {
      status: response.statusCode,
      type: response.headers['content-type'],
      body: Buffer.concat(chunks).toString(),
    }
  }
  const ani = await shop.customer()
  await ani.addToCart(await shop.product(), 1)
  const held = shop.sandbox.holdCall('POST', '/snap/v1/transactions')
  const placing = ani.placeOrder() // this request delays the close of the server
  await held.arrived
  expect((await ask('/api/products')).status).toBe(200) // from now on a ready answer
  const closing = new Promise<void>((resolve) => shop.server.server.once('close', resolve))
  // The connection is used again before the server closes its idle ones.
  const late = new Promise<Awaited<ReturnType<typeof ask>>>((resolve, reject) => {
    const { close } = shop.server.server
    shop.server.server.close = (...args) => {
      ask('/api/products').then(resolve, reject)
      setTimeout(() => close.apply(shop.server.server, args), 100)
      return shop.server.server
    }
  })
  const closed = shop.server.close()
  const answer = await late
  expect(answer.status).toBe(503)
  expect(JSON.parse(answer.body)).toMatchObject(unavailable.body)
  expect(answer.type).toBe('application/json; charset=utf-8')
  held.release()
  expect((await placing).status).toBe(201)
  await Promise.all([closed, closing])
  agent.destroy()
})
