import * as z from 'zod/mini'

/** The message has a line for each problem. */
export class InvalidConfig extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'InvalidConfig'
  }
}

/**
 * A blank variable counts as unset.
 * @throws {InvalidConfig} with all problems
 */
export function readEnvironment<Schema extends z.ZodMiniType>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): z.output<Schema> {
  const trimmed = Object.entries(environment).map(([name, text]) => [name, text?.trim() || undefined])
  const result = z.safeParse(schema, Object.fromEntries(trimmed))
  if (result.success) return result.data
  throw new InvalidConfig(result.error.issues.map(({ path, message }) => [...path, message].join(' ')))
}
