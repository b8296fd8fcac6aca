/** A process that runs PostgreSQL on the data folder it is given, as the server does: `node server-with-postgres.ts <folder>`. */
import { startEmbeddedPostgres } from '../embedded-postgres.ts'

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => postgres.stop())
console.log('ready')
