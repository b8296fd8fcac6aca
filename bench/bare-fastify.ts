/** A bare Fastify that answers 'hello' as JSON, to compare with. It prints its origin and ends with its standard input. */
import Fastify from 'fastify'

const app = Fastify()
app.get('/', async () => ({ hello: 'world' }))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.stdin.on('end', () => process.exit()).resume()
