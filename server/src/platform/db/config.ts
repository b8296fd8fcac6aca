import { section, type ValuesOf } from '../config/section.ts'
import { connectionUrl, flag, optional, wholeNumber, withDefault } from '../config/variables.ts'

const postgresUrl = connectionUrl(['postgres', 'postgresql'])

export const databaseSection = section({
  title: 'Database',
  about: 'Your own PostgreSQL: [operations](operations.md#postgresql-of-your-own). A pooler: [scaling](scaling.md).',
  variables: {
    DATABASE_URL: optional(postgresUrl, 'your own PostgreSQL (15 or newer, with ICU)', 'the embedded one'),
    DATABASE_DIRECT_URL: optional(postgresUrl, 'the same database without its pooler', '`DATABASE_URL`'),
    DATABASE_POOLED: withDefault(flag, '`DATABASE_URL` is a pooler in transaction mode', 'off'),
    DATABASE_CONNECTIONS: withDefault(
      wholeNumber({ min: 2, max: 1_000 }),
      'connections of one process to PostgreSQL',
      '10',
    ),
  },
  rules: (rule) => [
    rule(['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_POOLED'], (values) => {
      const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOLED } = values
      if (DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined)
        return ['DATABASE_DIRECT_URL goes with DATABASE_URL: set it, too']
      return DATABASE_POOLED && DATABASE_DIRECT_URL === undefined
        ? ['DATABASE_POOLED needs DATABASE_DIRECT_URL: events and migrations do not work through a pooler']
        : []
    }),
  ],
})

export const databaseConfig = (values: ValuesOf<typeof databaseSection>) => ({
  /** Undefined: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: values.DATABASE_URL,
  /** For work that needs a session of its own: events, migrations, backups. `databaseUrl`, unless that leads to a pooler. */
  databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
  /** Whether `databaseUrl` leads to a pooler in transaction mode. */
  databasePooled: values.DATABASE_POOLED,
  /** The connections of one process, without the one that listens for events. */
  databaseConnections: values.DATABASE_CONNECTIONS,
})
