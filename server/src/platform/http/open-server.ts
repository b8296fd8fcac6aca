/** The HTTP server: the limits of connections and requests, and the parts of every answer. It knows no routes. */
import { errorStatuses } from '@camilan/contract/errors'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController, type RouteOptions } from 'fastify'
import type { ReadyAnswers } from '../answers/ready-answers.ts'
import { ShopError } from '../errors.ts'
import { shortTexts } from '../log.ts'
import { Gate, type GateOptions } from './gate/gate.ts'
import { refuseWhileClosing } from './gate/refuse-while-closing.ts'
import { requestIdHeader } from './gate/request-id.ts'
import { warnOfUnknownProxy } from './gate/unknown-proxy.ts'
import { unreadableRequests } from './gate/unreadable-requests.ts'
import { configureJsonApi, refusalFrom, sendFailure } from './json-api.ts'
import { multipartOptions } from './multipart.ts'
import { observeRequests, type RequestObserver } from './observe-requests.ts'
import { followMethods } from './other-methods.ts'
import { addStandardHeaders, standardHeaders } from './standard-headers.ts'

/**
 * The limits of a connection. A slow sender occupies only its connection. Every phone that can show the shop sends 5 MB of
 * picture in a minute, and its headers at once.
 */
const timeouts = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than that of the proxies in front, so that none of them sends a request on a connection that ends. */
  keepAliveTimeout: 72_000,
}
/** Without a byte in either direction. Longer than the server's own longest work on a request. */
const idleMs = 120_000

const bodyBytes = { short: 16 * 1024, long: 1_048_576 }
/** The time for which a browser may keep the answer to a preflight. No browser keeps one longer than a day. */
const preflightSeconds = 7200

interface ServerOptions extends Pick<GateOptions, 'trustProxy' | 'turnOf' | 'newId'> {
  ready: ReadyAnswers
  hsts: Parameters<typeof standardHeaders>[0]['hsts']
  logger: FastifyServerOptions['logger']
  accessLog: boolean
  /** Receives each answered request. */
  onRequest: RequestObserver | undefined
  /** Ends work whose requests would keep the server from closing. */
  endWork: () => Promise<void>
}

/** Call it before the routes are added. */
export function openServer(options: ServerOptions): FastifyInstance {
  const { ready, trustProxy, turnOf, newId, logger } = options
  const headers = standardHeaders(options)
  const gate = new Gate({ trustProxy, turnOf, answer: ready.answer, headers, newId })
  const server = Fastify({
    logger: typeof logger === 'object' ? { ...logger, ...shortTexts } : false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: newId,
    bodyLimit: bodyBytes.short,
    serverFactory: (handler) => gate.serverFor(handler, timeouts).setTimeout(idleMs),
    clientErrorHandler: unreadableRequests(),
    forceCloseConnections: false, // `FrontedServer` closes the idle ones
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => decodable(url),
    // Of a URL that matches no route, no scope's error handler is called.
    frameworkErrors: (_error, request, reply) =>
      sendFailure(new ShopError('NOT_FOUND'), reply.headers(headers).header(requestIdHeader, request.id)),
  })
  addStandardHeaders(server, headers)
  warnOfUnknownProxy(server)
  server.decorateRequest('pagePattern', '')
  const observers = [options.onRequest, options.accessLog ? accessLog(server) : undefined]
  if (observers.some((observe) => observe !== undefined)) {
    const onRequest: RequestObserver = (record) => {
      for (const observe of observers) observe?.(record)
    }
    observeRequests(server, ready, { bytes: options.accessLog, onRequest })
  }
  server.addHook('preClose', options.endWork)
  refuseWhileClosing(server)
  ready.open(server)
  server.setErrorHandler((error: Error, request, reply) => {
    const refusal = refusalFrom(error, request)
    return reply.status(errorStatuses[refusal.code]).type('text/plain; charset=utf-8').send(refusal.message)
  })
  return server
}

/** A path that can't be decoded is the name of nothing. Its signs are taken as they are, so that it is answered like any other. */
function decodable(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

interface ApiOptions {
  /** Each answer is compared with its schema, see `answerSerializer`. */
  checkAnswers?: boolean | undefined
  corsOrigins: readonly string[]
  /** Whether a route takes more than 16 kB of JSON. */
  takesLongBodies: (route: RouteOptions) => boolean
}

/** A scope under /api: JSON, multipart forms, and one shape for every failure. */
export async function addApi(
  server: FastifyInstance,
  { checkAnswers, corsOrigins, takesLongBodies }: ApiOptions,
  addRoutes: (api: FastifyInstance) => Promise<void>,
): Promise<void> {
  const bodyLimit = (route: RouteOptions) => bodyBytes[takesLongBodies(route) ? 'long' : 'short']
  await server.register(
    async (api) => {
      configureJsonApi(api, { checkAnswers, bodyLimit })
      await api.register(compress, {
        threshold: 1024,
        encodings: ['br', 'gzip'],
        brotliOptions: { params: { 1: 4 } },
        globalDecompression: false,
      })
      await api.register(multipart, multipartOptions)
      if (corsOrigins.length > 0) {
        await api.register(cors, {
          origin: [...corsOrigins],
          methods: ['GET', 'POST', 'PUT', 'DELETE'],
          allowedHeaders: ['authorization', 'content-type', 'idempotency-key'],
          exposedHeaders: ['retry-after'],
          maxAge: preflightSeconds,
          // An OPTIONS that is no preflight is answered too, each by its route.
          strictPreflight: false,
          preflightContinue: true,
        })
      }
      const refuseOtherMethods = followMethods(api)
      await addRoutes(api)
      refuseOtherMethods()
    },
    { prefix: '/api' },
  )
}

/** A line for each request, without personal data and typed text: no query, no id of a thing, no IP address. */
function accessLog({ log }: FastifyInstance): RequestObserver {
  return ({ id, ms, ...request }) =>
    log.info({ reqId: id, ...request, ms: ms === undefined ? undefined : Math.round(ms * 10) / 10 }, 'request')
}
