import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { configureJsonApi } from '../platform/http/json-api.ts'
import { multipartOptions } from '../platform/http/multipart.ts'

/** The given rooms' routes in an API without prefix, for `api.inject(…)`. */
export async function makeApi(...rooms: FastifyPluginAsyncZod[]): Promise<FastifyInstance> {
  const api = Fastify()
  configureJsonApi(api)
  await api.register(multipart, multipartOptions)
  for (const room of rooms) await api.register(room)
  await api.ready()
  return api
}
