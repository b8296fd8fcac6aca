/** The configuration in sections: a room's variables stand beside the room. */
import * as z from 'zod/mini'

type Variables = Record<string, z.ZodMiniType>
type Values<Of extends Variables> = z.output<z.ZodMiniObject<Of>>

export interface Section<Of extends Variables = Variables> {
  title: string
  /** The text above the table of the variables in docs/configuration.md. */
  about?: string
  variables: Of
  rules: z.core.$ZodCheck<never>[]
}

export type ValuesOf<Of extends Section> = Values<Of['variables']>

/**
 * Makes a rule about several variables, as a check of their schema. A rule names the variables that it reads and applies
 * only if each of them is valid. It returns its problems, each a sentence with the variable's name.
 */
type MakeRule<All> = <Name extends keyof All>(
  names: Name[],
  problemsOf: (values: Pick<All, Name>) => string[],
) => z.core.$ZodCheck<All>

export const ruleOf =
  <All>(): MakeRule<All> =>
  (names, problemsOf) =>
    z.check<All>(
      ({ value, issues }) => {
        for (const message of problemsOf(value)) issues.push({ code: 'custom', input: value, path: [], message })
      },
      { when: ({ issues }) => !issues.some(({ path }) => names.some((name) => name === path?.[0])) },
    )

interface SectionInput<Of extends Variables> extends Omit<Section<Of>, 'rules'> {
  rules?: (rule: MakeRule<Values<Of>>) => z.core.$ZodCheck<Values<Of>>[]
}

export function section<Of extends Variables>({ rules = () => [], ...described }: SectionInput<Of>): Section<Of> {
  return { ...described, rules: rules(ruleOf()) }
}

type Joined<Each> = (Each extends unknown ? (one: Each) => void : never) extends (
  all: infer All extends Variables,
) => void
  ? All
  : never

/** The schema of all variables, with the rules of each section. */
export function joinSections<Each extends Section>(sections: readonly Each[]) {
  const all: Joined<Each['variables']> = Object.assign({}, ...sections.map(({ variables }) => variables))
  const schema = z.object(all)
  return schema.check(...sections.flatMap(({ rules }) => rules as z.core.$ZodCheck<z.output<typeof schema>>[]))
}
