import * as z from 'zod/mini'

/** The message has a line for each problem. */
export class InvalidConfig extends Error {
  constructor(problems: string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'InvalidConfig'
  }
}

/**
 * Makes rules about several variables at once, as checks of their schema. A rule names the variables that it reads and
 * applies only when each of them is valid; it returns its problems, each a sentence with the variable's name.
 */
export const rulesFor =
  <Values>() =>
  <Name extends keyof Values>(names: Name[], problemsOf: (values: Pick<Values, Name>) => string[]) =>
    z.check<Values>(
      ({ value, issues }) => {
        for (const message of problemsOf(value)) issues.push({ code: 'custom', input: value, path: [], message })
      },
      { when: ({ issues }) => !issues.some(({ path }) => names.some((name) => name === path?.[0])) },
    )

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
