/** The reference for the shop: Fastify that answers `{ "hello": "world" }`, as a process of its own. */
import Fastify from 'fastify'

const server = Fastify()
server.get('/', () => ({ hello: 'world' }))
const origin = await server.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ origin })
process.on('disconnect', () => process.exit(0))
