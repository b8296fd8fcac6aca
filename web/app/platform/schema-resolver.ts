import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import * as z from 'zod/mini'

/** Checks the values of a form by a schema. */
export function schemaResolver<Values extends FieldValues, Context, Checked>(
  schema: z.ZodMiniType<Checked>,
): Resolver<Values, Context, Checked> {
  return (values) => {
    const checked = z.safeParse(schema, values)
    if (checked.success) return { values: checked.data, errors: {} }
    return { values: {}, errors: withIssues({}, checked.error.issues) as FieldErrors<Values> }
  }
}

/** Adds the first problem of each field that has none yet. A problem of the whole form is at `root`. */
export function withIssues(errors: FieldErrors, issues: readonly z.core.$ZodIssue[]): FieldErrors {
  for (const { path, message } of issues) {
    const field = path.join('.') || 'root'
    if (!get(errors, field)) set(errors, field, { type: 'schema', message })
  }
  return errors
}
