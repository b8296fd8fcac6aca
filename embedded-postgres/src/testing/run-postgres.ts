/** A process that runs PostgreSQL on a data folder until it gets a signal: `node run-postgres.ts <folder>`. */
import { startEmbeddedPostgres } from '../embedded-postgres.ts'

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => postgres.stop())
console.log('ready')
