/** The description of the API: OpenAPI 3.1 at /api/openapi.json, a readable page at /api/docs. */
import { User } from '@camilan/contract/accounts'
import { CartItem } from '@camilan/contract/cart'
import { Product } from '@camilan/contract/catalog'
import { Notification } from '@camilan/contract/notifications'
import { Order, OrderDetail } from '@camilan/contract/orders'
import { Payment } from '@camilan/contract/payments'
import { Dashboard } from '@camilan/contract/reports'
import { Failure } from '@camilan/contract/wire'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

const named = { User, CartItem, Product, Failure, Notification, Order, OrderDetail, Payment, Dashboard }
for (const [id, schema] of Object.entries(named)) z.globalRegistry.add(schema, { id })

/** Call it before the routes are registered: it describes those that come after it. */
export async function describeApi(api: FastifyInstance, shopName: string): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: shopName,
        version: '1',
        description:
          'Every failure has the body `Failure`. Money is whole rupiah, times are ISO 8601 UTC, what is not set is null.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await api.register(swaggerUi, { routePrefix: '/docs', staticCSP: true })
  api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger())
}
