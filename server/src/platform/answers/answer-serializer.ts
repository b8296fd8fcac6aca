import makeStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

/**
 * Writes answers as JSON by their schemas: a property without a schema never leaves the shop.
 * @param isChecked  compares each answer with its schema too, and a difference is an error. This takes several times as
 *   long as writing, so it is for tests and development; production relies on the types of TypeScript.
 */
export function answerSerializer({ isChecked }: { isChecked: boolean }): FastifySerializerCompiler<z.core.$ZodType> {
  return (route) => {
    const check = isChecked ? serializerCompiler(route) : undefined
    let write: ((answer: unknown) => string) | undefined
    return (answer) => {
      check?.(answer)
      write ??= makeStringify(jsonSchemaOf(route.schema))
      return write(answer)
    }
  }
}

/** Without references to the schemas that the description of the API names. */
const jsonSchemaOf = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, {
    target: 'openapi-3.0', // its `nullable` is written without a look at the value by a validator
    metadata: z.registry(),
    reused: 'inline',
    override({ jsonSchema }) {
      if (!jsonSchema.nullable || !jsonSchema.anyOf) return
      delete jsonSchema.nullable // it needs a type beside it
      jsonSchema.anyOf.push({ type: 'null' })
    },
  }) as object
