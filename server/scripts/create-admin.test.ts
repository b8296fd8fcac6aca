import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { stateOfFirstAdminLink } from '../src/people/first-admin/first-admin-links.ts'
import { askAt } from '../src/testing/shop-client.ts'
import { programEnvironment, startShopProcess, urlOf } from '../src/testing/shop-process.ts'
import { useTestDb } from '../src/testing/test-db.ts'

const shop = useTestDb()
const script = path.join(import.meta.dirname, 'create-admin.ts')
const password = 'nastar-keju-dan-teh'

beforeEach(async () => {
  await shop.db.deleteFrom('users').execute()
  await shop.db.deleteFrom('first_administrator_links').execute()
})

const environment = () => ({ ...programEnvironment(), DATABASE_URL: urlOf(shop.connection) })

function read(child: ChildProcess) {
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  return () => output
}

async function run(args: string[], { input = '', extra = {} } = {}) {
  const child = spawn(process.execPath, [script, ...args], { env: { ...environment(), ...extra } })
  const output = read(child)
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, output: output() }
}

const admins = () => shop.db.selectFrom('users').select(['email', 'phone']).where('is_admin', '=', true).execute()
const email = 'sari@contoh.id'

test('the password may come through a pipe; the command names the database, without its password', async () => {
  const url = new URL(urlOf(shop.connection))
  url.password = 'rahasia'
  const { code, output } = await run(['--email', email, '--phone', '0812 3456 7890'], {
    input: `${password}\n`,
    extra: { DATABASE_URL: url.href },
  })
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`Administrator ${email} was created.`) })
  expect(output).toMatch(/^The administrator is created in the database \S+ of \S+:5432, as app \(DATABASE_URL\)\.\n/)
  expect(output).not.toContain('rahasia')
  expect(await admins()).toEqual([{ email, phone: '0812 3456 7890' }])
})

test('the phone number may be left for later: no number is invented, and the API returns an empty one', async () => {
  const { code, output } = await run(['--email', email], { input: password })
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('The phone number is missing') })
  const process = await startShopProcess(shop.connection)
  try {
    const login = await askAt(process.origin)<{ token: string }>('POST', '/auth/login', { body: { email, password } })
    const ask = askAt(process.origin, { authorization: `Bearer ${login.body.data.token}` })
    expect((await ask('GET', '/users/me')).body.data).toMatchObject({ email, phone: '' })
    expect((await ask('GET', '/admin/users')).body.data).toEqual([expect.objectContaining({ email, phone: '' })])
  } finally {
    await process.kill()
  }
})

test('--link prints a link for the first administrator, and each one ends the former', async () => {
  const extra = { PUBLIC_URL: 'https://toko.example' }
  const [former, newest] = [await run(['--link'], { extra }), await run(['--link'], { extra })]
  const tokenIn = ({ output }: { output: string }) =>
    /^https:\/\/toko\.example\/auth\/first-admin#([\w-]{43})$/m.exec(output)?.[1]
  expect(newest).toEqual({
    code: 0,
    output: expect.stringMatching(/^The link is for the database \S+ of .*\n[\s\S]*24 hours\.\n$/),
  })
  const stateOf = (token = '') => stateOfFirstAdminLink(shop.db, token, new Date())
  expect([await stateOf(tokenIn(former)), await stateOf(tokenIn(newest))]).toEqual(['unknown', 'usable'])
})

test('--link is refused if there is an administrator, or together with the values of one', async () => {
  await run(['--email', email], { input: password })
  const late = await run(['--link'])
  expect(late).toEqual({ code: 1, output: expect.stringContaining('The shop has an administrator already') })
  expect(await run(['--link', '--email', email])).toEqual({ code: 1, output: expect.stringContaining('Usage:') })
})

test('--password and ADMIN_PASSWORD still work, and an administrator is told of another one', async () => {
  expect(await run(['--email', email, '--password', password])).toMatchObject({ code: 0 })
  const heard = shop.db.selectFrom('notifications').innerJoin('users', 'users.id', 'user_id').where('email', '=', email)
  expect(await heard.select('message').execute()).toEqual([])
  expect(await run(['--email', 'budi@contoh.id'], { extra: { ADMIN_PASSWORD: password } })).toMatchObject({ code: 0 })
  expect(await admins()).toHaveLength(2)
  const [told, ...more] = await heard.select('message').execute()
  expect(told?.message).toContain('Akun administrator budi@contoh.id dibuat di server.')
  expect(more).toEqual([])
})

test('no administrator is created if the others cannot be notified', async () => {
  await run(['--email', email], { input: password })
  await shop.pool.query('alter table notifications add constraint refused check (false) not valid')
  const { code } = await run(['--email', 'budi@contoh.id'], { input: password })
  await shop.pool.query('alter table notifications drop constraint refused')
  expect({ code, admins: (await admins()).length }).toEqual({ code: 1, admins: 1 })
})

test.each([
  ['without an e-mail', [], password, 'Usage: npm run admin:create'],
  ['without a password', ['--email', email], '', 'Usage: npm run admin:create'],
  ['with a short password', ['--email', email], 'pendek', 'Kata sandi minimal 8 karakter.'],
  [
    'with a wrong phone number',
    ['--email', email, '--phone', '12'],
    password,
    'Nomor telepon harus 8 sampai 15 angka.',
  ],
])('%s nobody is created, and the reason is a sentence', async (_what, args, input, sentence) => {
  const { code, output } = await run(args, { input })
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(sentence) })
  expect(output).not.toMatch(/^ +at /m)
  expect(await admins()).toEqual([])
})

/** In a terminal of its own. Each answer is typed when its question is shown. */
async function inTerminal(args: string[], answers: [question: string, typed: string][]) {
  const command = [process.execPath, script, ...args].join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { env: environment() })
  const output = read(child)
  const closed = once(child, 'close')
  for (const [question, typed] of answers) {
    await expect.poll(output).toContain(question)
    child.stdin.write(typed)
  }
  const [code] = await closed
  return { code, output: output() }
}

test('a terminal asks for the password twice without showing it, then for the phone number', async () => {
  const { code, output } = await inTerminal(
    ['--email', email],
    [
      ['Password: ', `${password}\r`],
      ['The same again: ', `${password}\r`],
      ['Phone number (empty: later', '081234567890\r'],
    ],
  )
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`Administrator ${email} was created.`) })
  expect(output).not.toContain(password)
  expect(await admins()).toEqual([{ email, phone: '081234567890' }])
})

test('two different passwords, and Ctrl-C, create nobody in a terminal', async () => {
  const differ = await inTerminal(
    ['--email', email],
    [
      ['Password: ', `${password}\r`],
      ['The same again: ', 'lain-sekali\r'],
    ],
  )
  expect(differ).toEqual({ code: 1, output: expect.stringContaining('The two passwords differ.') })
  const stopped = await inTerminal(['--email', email], [['Password: ', '\x03']])
  expect(stopped).toEqual({ code: 1, output: expect.stringContaining('Stopped: nothing was changed.') })
  expect(await admins()).toEqual([])
})
