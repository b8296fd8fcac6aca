import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify'
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
    const paths = [...methodsOf]
      .filter(([url]) => !url.includes('*'))
      .map(([url, methods]) => {
        const allow = [...new Set([...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ')
        return { url, methods, allow }
      })
    for (const { url, methods, allow } of paths) {
      const others = scope.supportedMethods.filter(
        (method) => !methods.has(method) && method !== 'OPTIONS' && method !== 'HEAD',
      )
      const hidden = { schema: { hide: true }, config: { isOtherMethod: true } }
      scope.route({
        ...hidden,
        method: others,
        url,
        // In `onRequest`, so that the body is not read.
        onRequest: async (_request, reply) => refuseMethod(reply, allow),
        handler: () => {},
      })
      if (!methods.has('OPTIONS')) {
        scope.options(url, hidden, (_request, reply) => reply.status(204).header('allow', allow).send())
      }
    }
    // Such as PROPFIND: routes for the 25 methods that Fastify's router does not know would take 11 MB.
    const fixedFirst = paths.toSorted((a, b) => fixedPart(b.url).length - fixedPart(a.url).length)
    scope.setNotFoundHandler(async ({ url }, reply) => {
      const [path = ''] = url.slice(scope.prefix.length).split('?')
      const known = fixedFirst.find((one) => isOf(one.url, path))
      if (!known) throw new ShopError('NOT_FOUND')
      refuseMethod(reply, known.allow)
    })
  }
}

function refuseMethod(reply: FastifyReply, allow: string): never {
  reply.header('allow', allow)
  throw new ShopError('METHOD_NOT_ALLOWED')
}

const fixedPart = (url: string) => url.replace(/:.*/, '')

/** @param url  the path of a route, with parameters such as `:id` */
function isOf(url: string, path: string): boolean {
  const [parts, asked] = [url.split('/'), path.replace(/\/$/, '').split('/')]
  return parts.length === asked.length && parts.every((part, at) => part.startsWith(':') || part === asked[at])
}
