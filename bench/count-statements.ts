/** Preloaded into the shop (`--import`): counts what it sends to PostgreSQL, and tells the number when its parent asks. */
import pg from 'pg'

let statements = 0
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  statements += 1
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

process.on('message', (message) => {
  if (message === 'statements') process.send?.({ statements })
})
process.channel?.unref()
