/** The use of HTTP by the API: schemas, and the response to every error. */
import { type ErrorCode, errorSentences, errorStatuses } from '@camilan/contract/errors'
import type { Failure } from '@camilan/contract/wire'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { hasZodFastifySchemaValidationErrors, validatorCompiler } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { answerSerializer } from '../answers/answer-serializer.ts'
import { ShopError } from '../errors.ts'
import { logRepeated } from '../log.ts'
import { isTemporaryFailure, whatIsAway } from '../temporary-failure.ts'
import { readText } from './read-text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Runs when the body has arrived, before anything judges it: what a guard has found may have changed meanwhile. A guard
     * sets it for a request that had not wholly arrived when it looked.
     */
    onBody?: () => Promise<void>
  }
  interface FastifySchema {
    /** For the description of the API: the codes that only this route has. Those of its guard and shape are added to them. */
    refusals?: readonly ErrorCode[]
    /** For the description of the API: the texts of a multipart form; `withForm` checks them. */
    form?: z.core.$ZodType
    /** The same for the name of its file; `image` if none is given. */
    file?: string
  }
}

/** For errors that don't say when the client may try again. */
const defaultRetryAfterSeconds = { 429: 60, 503: 5 } as const

/**
 * Configure an encapsulated scope as the API: zod schemas, and one response shape for every error.
 * @param checkAnswers  see `answerSerializer`
 * @param bodyLimit  the most bytes of JSON of a route; the default is the server's limit
 */
export function configureJsonApi(
  api: FastifyInstance,
  {
    checkAnswers = true,
    bodyLimit,
  }: { checkAnswers?: boolean | undefined; bodyLimit?: (route: RouteOptions) => number } = {},
): void {
  api.setValidatorCompiler(validatorCompiler)
  api.setSerializerCompiler(answerSerializer({ isChecked: checkAnswers }))
  api.setErrorHandler((error: FastifyError, request, reply) => sendFailure(refusalFrom(error, request), reply))
  // In `onRequest`, so that the body of an unknown route is not read. Pages are served outside this scope.
  const refuseUnknown = async () => {
    throw new ShopError('NOT_FOUND')
  }
  for (const url of ['/', '/*']) api.all(url, { onRequest: refuseUnknown, schema: { hide: true } }, refuseUnknown)
  api.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  if (bodyLimit) {
    api.addHook('onRoute', (route) => {
      route.bodyLimit = bodyLimit(route)
    })
  }
  refuseEncodedBodies(api)
  parseJson(api)
  api.addHook('preValidation', async (request) => request.onBody?.())
  api.removeContentTypeParser('text/plain')
}

export function sendFailure(refusal: ShopError, reply: FastifyReply): FastifyReply {
  const status = errorStatuses[refusal.code]
  const body: Failure = { errors: refusal.message, message: refusal.message, code: refusal.code }
  if (refusal.fields) body.fields = refusal.fields
  if (refusal.data !== undefined) body.data = refusal.data
  if (status === 429 || status === 503) {
    reply.header('retry-after', refusal.retryAfterSeconds ?? defaultRetryAfterSeconds[status])
  }
  reply.header('cache-control', 'no-store')
  return reply.status(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** Any error as a ShopError. An unexpected one is logged here, and the client only sees INTERNAL. */
export function refusalFrom(error: FastifyError | Error, request: FastifyRequest): ShopError {
  if (error instanceof ShopError) return error
  if (error === request.raw.errored) return new ShopError('VALIDATION') // its client left, and reads no answer
  if (hasZodFastifySchemaValidationErrors(error)) return invalidRequest(error)
  if (isTemporaryFailure(error)) {
    logRepeated(request.server.log, 'warn', { reqId: request.id, err: error }, whatIsAway(error))
    return new ShopError('UNAVAILABLE', { cause: error })
  }
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new ShopError('PAYLOAD_TOO_LARGE')
  if (status === 406 || status === 415) return new ShopError('UNSUPPORTED_MEDIA')
  if (status === 404) return new ShopError('NOT_FOUND')
  if (status === 503) return new ShopError('UNAVAILABLE')
  if (status !== undefined && status >= 400 && status < 500) return new ShopError('VALIDATION')
  const route = `${request.method} ${request.routeOptions.url}`
  logRepeated(request.server.log, 'error', { reqId: request.id, err: error }, `unexpected error: ${route}`)
  return new ShopError('INTERNAL')
}

function invalidRequest(error: FastifyError & { validation: { instancePath: string; message?: string }[] }): ShopError {
  // An id of the wrong form belongs to nothing.
  if (error.validationContext === 'params') return new ShopError('NOT_FOUND')
  return invalidFields(error.validation.map(({ instancePath, message }) => [instancePath.split('/')[1], message]))
}

/** The error for an invalid form, with the first problem of each field. */
export function invalidFields(problems: [field: string | undefined, sentence: string | undefined][]): ShopError {
  const fields: Record<string, string> = {}
  for (const [field, sentence] of problems) {
    if (field && sentence) fields[field] ??= sentence
  }
  const sentence = Object.values(fields)[0] ?? errorSentences.VALIDATION
  return new ShopError('VALIDATION', Object.keys(fields).length > 0 ? { sentence, fields } : { sentence })
}

/** After the guards. A body of some bytes could become one of many megabytes, so nothing is decompressed. */
function refuseEncodedBodies(api: FastifyInstance): void {
  api.addHook('preParsing', (request, _reply, _payload, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding === undefined || encoding === 'identity') done()
    else done(new ShopError('UNSUPPORTED_MEDIA'))
  })
}

/** Some clients send the content type of JSON with a request that has no body. */
function parseJson(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'ignore')
  api.removeContentTypeParser('application/json')
  api.addContentTypeParser('application/json', (request, payload, done) => {
    readText(payload, { length: request.headers['content-length'], limit: request.routeOptions.bodyLimit }).then(
      (body) => (body === '' ? done(null, undefined) : parse(request, body, done)),
      done,
    )
  })
}
