import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** Stands for a value while the text is made. Kysely passes it on as a parameter; whatever reads it is refused. */
class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** What Kysely asks of each parameter, to find out whether it is a part of the text. */
const askedByKysely = new Set<PropertyKey>(['toOperationNode', 'expressionType', 'isDynamicReference'])

function placeholder(name: PropertyKey): Placeholder {
  const refuse = (): never => {
    throw new Error(`the text of a fixed statement can't depend on ${String(name)}`)
  }
  return new Proxy(new Placeholder(name), {
    get(target, property) {
      if (property === 'name') return target.name
      return askedByKysely.has(property) ? undefined : refuse()
    },
    ownKeys: refuse,
  })
}

/**
 * A statement whose text is the same for all values. Kysely takes a tenth of a millisecond or more to build and compile a
 * text. Here it is done once, and later uses only pass their values.
 * @param build  gets placeholders instead of values, and may use them only as parameters. A text that depends on a value,
 *   for example with one more condition, is another statement
 */
export function fixedStatement<Values extends object, Row, On extends Db>(
  build: (db: On, values: Values) => { compile(db: Db): CompiledQuery<Row> },
): (db: On, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, placeholders<Values>()).compile(db)
    if (textCheck.isOn) assertSameText(build(db, values).compile(db), compiled)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** Switched on by the tests: a text in which a condition has read a value differs from the fixed one. */
export const textCheck = { isOn: false }

function assertSameText({ sql: own }: CompiledQuery, { sql: fixed }: CompiledQuery): void {
  if (own !== fixed) throw new Error(`the text of a fixed statement depends on a value: ${own} is not ${fixed}`)
}

function placeholders<Values extends object>(): Values {
  return new Proxy({} as Values, {
    get: (_, name) => placeholder(name),
    ownKeys() {
      throw new Error('a fixed statement names each of its values')
    },
  })
}
