/** The description of the API: OpenAPI 3.1 at /api/openapi.json, a readable page at /api/docs. */
import { User } from '@camilan/contract/accounts'
import { CartItem } from '@camilan/contract/cart'
import { Product } from '@camilan/contract/catalog'
import { type ErrorCode, errorStatuses } from '@camilan/contract/errors'
import { Notification } from '@camilan/contract/notifications'
import { Order, OrderDetail } from '@camilan/contract/orders'
import { Payment } from '@camilan/contract/payments'
import { Dashboard } from '@camilan/contract/reports'
import { Failure } from '@camilan/contract/wire'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { needsSession } from './people/login/guards.ts'

const named = { User, CartItem, Product, Failure, Notification, Order, OrderDetail, Payment, Dashboard }
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { id })

const info = {
  version: '1',
  description:
    'Every failure has the body `Failure`. Money is whole rupiah, times are ISO 8601 UTC, what is not set is null.',
}

/** The policy of the readable page. It also works over http, and its scripts set styles. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Call it before the routes are registered: it describes only later ones.
 * @param shopName  the title; each answer asks for it, because the description itself is made once
 */
export async function describeApi(api: FastifyInstance, shopName: () => string): Promise<void> {
  const titled = <Description extends object>(description: Description) => ({
    ...description,
    info: { ...info, title: shopName() },
  })
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...info, title: shopName() },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeRoute,
    transformObject: jsonSchemaTransformObject,
  })
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: '/api', // its files are there when the URL ends without a slash
    staticCSP: policy,
    transformSpecification: titled,
    transformSpecificationClone: false,
  })
  api.get('/openapi.json', { schema: { hide: true } }, () => titled(api.swagger()))
}

interface JsonSchema {
  [keyword: string]: unknown
  properties?: Record<string, JsonSchema>
}

const describeRoute: typeof jsonSchemaTransform = (input) => {
  const { form, file = 'image', refusals, ...schema } = input.schema ?? {}
  const described = jsonSchemaTransform({ ...input, schema: form ? { ...schema, body: form } : schema } as typeof input)
  if (schema.hide) return described
  const { response, produces, querystring, body, ...rest } = described.schema as Record<string, JsonSchema>
  const [type = 'application/json'] = (produces ?? []) as unknown as string[]
  const success = response ?? { 200: { description: 'Success', content: { [type]: { schema: { type: 'string' } } } } }
  return {
    ...described,
    schema: {
      ...rest,
      ...(needsSession(input.route) && { security: [{ bearer: [] }] }),
      ...(querystring && { querystring: withoutRequired(querystring) }),
      ...(body && { body: form ? withFile(body, file) : body }),
      ...(form && { consumes: ['multipart/form-data'] }),
      response: { ...success, ...failures(codesOf(input.route, refusals)) },
    },
  }
}

/** No parameter is required: a missing or invalid one has a default. */
const withoutRequired = ({ required: _, ...querystring }: JsonSchema) => querystring

const withFile = (form: JsonSchema, name: string): JsonSchema => ({
  ...form,
  type: 'object',
  properties: { ...form.properties, [name]: { type: 'string', contentMediaType: 'application/octet-stream' } },
})

/** The codes with which a route may refuse: its own, and those of its guard, its method and its path. */
function codesOf(route: RouteOptions, own: readonly ErrorCode[] = []): ErrorCode[] {
  const { method, url } = route
  const needsToken = needsSession(route)
  const hasBody = method !== 'GET'
  const codes: (ErrorCode | false)[] = [
    ...own,
    needsToken && 'UNAUTHENTICATED',
    needsToken && url.includes('/admin/') && 'FORBIDDEN',
    url.includes(':') && 'NOT_FOUND',
    hasBody && 'VALIDATION',
    hasBody && 'PAYLOAD_TOO_LARGE',
    hasBody && 'UNSUPPORTED_MEDIA',
    'INTERNAL',
    'UNAVAILABLE',
  ]
  return [...new Set(codes.filter((code) => code !== false))]
}

function failures(codes: ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => errorStatuses[code])
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const code = { properties: { code: { enum: ofStatus } } }
      const schema = { allOf: [{ $ref: '#/components/schemas/Failure' }, code] }
      return [status, { description: ofStatus.join(', '), content: { 'application/json': { schema } } }]
    }),
  )
}
