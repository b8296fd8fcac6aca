import { DataFolderInUse, EmbeddedPostgresUnavailable, OtherPostgresVersion } from '@camilan/embedded-postgres'
import { expect, test } from 'vitest'
import { InvalidConfig } from '../platform/config/read-environment.ts'
import { MigrationRefused } from '../platform/db/migrations/migrate.ts'
import { PagesUnavailable } from '../platform/pages/web-build.ts'
import { adviceFor, CannotListen } from './startup-errors.ts'

test('the advice for a data folder in use is the variable for another one', () => {
  expect(adviceFor(new DataFolderInUse('/srv/shop'))).toMatch(/ data folder \/srv\/shop\. Stop it, or set DATA_DIR /)
})

test("the advice for a machine that can't run the embedded PostgreSQL is the variable for another server", () => {
  expect(adviceFor(new EmbeddedPostgresUnavailable('setpriv is missing.'))).toMatch(
    /^setpriv is missing\. .*DATABASE_URL/,
  )
})

test('the advice for a data folder of another PostgreSQL is the way to move it', () => {
  expect(adviceFor(new OtherPostgresVersion('/srv/shop', '17', '18'))).toMatch(
    /^The data folder \/srv\/shop belongs to PostgreSQL 17.*18: make a backup .*\(npm run backup\), and restore it .*\(npm run restore FILE\)\.$/,
  )
})

test('invalid configuration, refused migrations and missing pages have their own message', () => {
  expect(adviceFor(new InvalidConfig(['PORT is wrong']))).toContain('PORT is wrong')
  expect(adviceFor(new MigrationRefused('changed'))).toContain('changed')
  expect(adviceFor(new PagesUnavailable('not built'))).toBe('not built')
})

test('the advice for code in a read-only folder is the variable for the data', () => {
  const error = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'mkdir', path: '/opt/camilan/data' })
  expect(adviceFor(error)).toBe(
    "This user can't make the folder /opt/camilan/data: set DATA_DIR to a folder of its own.",
  )
})

test('the advice for a port below 1024 is the variable for another one', () => {
  const cause = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(adviceFor(new CannotListen({ host: '::', port: 80 }, cause))).toMatch(
    /^The shop cannot listen on ::, port 80: .* set PORT /,
  )
})

test('a folder that may not be used is named', () => {
  const refused = Object.assign(new Error('open'), { code: 'EACCES', path: '/srv/camilan', syscall: 'open' })
  expect(adviceFor(refused)).toMatch(/^This user may not use \/srv\/camilan: /)
})

test('other errors get no advice, so their stack is printed', () => {
  expect(adviceFor(new Error('bug'))).toBeUndefined()
})
