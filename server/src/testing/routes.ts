import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'

export interface Route {
  method: string
  path: string
}

/**
 * Collects the routes of every server that this test file builds after the call. Fastify announces each new instance on
 * a channel, before any plugin or route is added. @returns the routes of a server, in the order of their registration
 */
export function collectRoutes(): (server: FastifyInstance) => Route[] {
  const routes = new Map<FastifyInstance, Route[]>()
  const onInstance = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    const own: Route[] = []
    routes.set(fastify, own)
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) own.push({ method: one, path: url })
    })
  }
  subscribe('fastify.initialization', onInstance)
  afterAll(() => void unsubscribe('fastify.initialization', onInstance))
  return (server) => {
    const own = routes.get(server)
    if (!own) throw new Error('The server was built before its routes were collected')
    return own
  }
}
