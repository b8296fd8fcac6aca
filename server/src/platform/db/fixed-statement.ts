import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

/** Stands in the place of a value while a text is made. */
class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`the text of a fixed statement can't depend on ${String(this.name)}`)
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

/**
 * A statement whose text is the same for all values. To build and compile a text with Kysely takes a tenth of a millisecond
 * and more; here it is done once, and later uses only pass their values.
 * @param build  gets placeholders instead of values, which it may use as parameters only. What differs by a value, such as
 *   a condition more, is another statement
 */
export function fixedStatement<Values extends object, Row, On extends Db>(
  build: (db: On, values: Values) => { compile(db: Db): CompiledQuery<Row> },
): (db: On, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, placeholders<Values>()).compile(db)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

function placeholders<Values extends object>(): Values {
  return new Proxy({} as Values, {
    get: (_, name) => new Placeholder(name),
    ownKeys() {
      throw new Error('a fixed statement names each of its values')
    },
  })
}
