import type { FastifyInstance, RouteOptions } from 'fastify'
import { ShopError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It only says that the path has no such method. */
    isOtherMethod?: boolean
  }
}

/**
 * Follow the routes that are added from now on.
 * @returns a function that makes each of their paths answer the methods that it does not have: OPTIONS with those that it
 *   has, any other with 405. Call it after the routes
 */
export function followMethods(scope: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<string>>()
  const add = ({ method, url }: RouteOptions) => {
    const path = url.slice(scope.prefix.length)
    const methods = methodsOf.get(path) ?? new Set()
    for (const one of [method].flat()) methods.add(one.toUpperCase())
    methodsOf.set(path, methods)
  }
  scope.addHook('onRoute', add)
  return () => {
    const all = scope.supportedMethods
    for (const [url, methods] of [...methodsOf]) {
      if (url.includes('*')) continue
      const allow = [...new Set([...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ')
      const others = all.filter((method) => !methods.has(method) && method !== 'OPTIONS' && method !== 'HEAD')
      const hidden = { schema: { hide: true }, config: { isOtherMethod: true } }
      scope.route({
        ...hidden,
        method: others,
        url,
        // In `onRequest`, so that the body is not read.
        onRequest: async (_request, reply) => {
          reply.header('allow', allow)
          throw new ShopError('METHOD_NOT_ALLOWED')
        },
        handler: () => {},
      })
      if (!methods.has('OPTIONS')) {
        scope.options(url, hidden, (_request, reply) => reply.status(204).header('allow', allow).send())
      }
    }
  }
}
