/** Preloaded into the shop (`--import`): tells the benchmark, at `INSIDE_PORT`, the number of statements and the memory. */
import { createServer } from 'node:http'
import pg from 'pg'

let statements = 0

const inside = () => ({ statements, memory: process.memoryUsage() })
export type Inside = ReturnType<typeof inside>

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
  statements += 1
  return query.apply(this, args)
} as typeof pg.Client.prototype.query

createServer((_request, response) => void response.setHeader('connection', 'close').end(JSON.stringify(inside())))
  .on('error', () => {}) // a process that the shop starts has the same port
  .listen(Number(process.env.INSIDE_PORT), '127.0.0.1')
  .unref()
